// Agreement within and between groups of people, by what they said of themselves. A group under three people is never
// shown, and nobody's own answer is.
import { useState } from "react";
import { type Grouping, groupings } from "#schemas/about";
import { deskAgreement, type StudyDetail } from "#schemas/desk";
import { Answer, Box, Explain } from "./box.tsx";
import { byName, Grid } from "./companions.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { alphaText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { Select } from "./select.tsx";

interface GroupsBoxProps {
  readonly study: StudyDetail;
  /** `&metric=...`, or nothing. */
  readonly metric: string;
}

export function GroupsBox({ study, metric }: GroupsBoxProps) {
  const words = useFigureWords().groups;
  const [by, setBy] = useState<Grouping>("hearing");
  const query = useRead(
    `/api/studies/${encodeURIComponent(study.id)}/agreement?wait=yes&interval=none&by=${by}${metric}`,
    deskAgreement,
    { at: study.position },
  );
  const name = (group: string): string => words[by][group as keyof (typeof words)[Grouping]] ?? group;
  return (
    <Box
      title={words.title}
      wide
      actions={
        <Select
          label={words.by}
          value={by}
          onChange={setBy}
          options={groupings.map((value) => ({ value, name: words.bys[value] }))}
        />
      }
    >
      <Answer query={query}>
        {({ labels }) => {
          const rows = byName(labels, (row) =>
            row.groups.map(({ groups, alpha }) => [
              groups.length === 1 ? words.within(name(groups[0] ?? "")) : words.between(groups.map(name).join(", ")),
              alpha,
            ]),
          );
          return rows.size === 0 ? (
            <p className={css["soft"]}>{words.none}</p>
          ) : (
            <Grid caption={words.title} labels={labels} rows={rows} as={alphaText} />
          );
        }}
      </Answer>
      <Explain>{words.explain}</Explain>
    </Box>
  );
}
