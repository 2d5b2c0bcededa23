// What the hand at the top right opens on the desk: brightness, and that no signed version of the page exists yet.
import { useTheme } from "#client/ui/preferences";
import { Dialog } from "../ui/dialog.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { useWords } from "../words/words.ts";

export function DeskHelp({ onClose }: { readonly onClose: () => void }) {
  const { help } = useWords();
  const [theme, setTheme] = useTheme();
  return (
    <Dialog title={help.title} onClose={onClose}>
      <p>{help.noSignedVersion}</p>
      <RadioRow
        legend={help.theme}
        segmented
        value={theme}
        onChange={setTheme}
        options={[
          { value: "auto", label: help.auto },
          { value: "light", label: help.light },
          { value: "dim", label: help.dim },
        ]}
      />
    </Dialog>
  );
}
