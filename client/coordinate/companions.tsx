// The measures beside alpha, asked for by themselves: alpha does not wait for them.
import { deskAgreement, type StudyDetail } from "#schemas/desk";
import { Answer, Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { alphaText, percentText } from "./numbers.ts";
import { useRead } from "./reading.tsx";
import { useDeskWords, useLabelName } from "./words.ts";

export function Companions({ study }: { readonly study: StudyDetail }) {
  const words = useDeskWords();
  const told = words.agreement.companions;
  const labelName = useLabelName();
  const query = useRead(`/api/studies/${encodeURIComponent(study.id)}/agreement`, deskAgreement, {
    at: study.position,
  });
  return (
    <Box title={told.title} sub={told.sub} wide>
      <Answer query={query}>
        {({ labels }) => (
          <Table caption={told.title} hideCaption>
            <thead>
              <tr>
                {[words.agreement.label, told.agree, told.all, told.gwet, told.fleiss, told.brennan].map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((row) => (
                <tr key={row.label}>
                  <th scope="row" className={css["text"]}>
                    {labelName(row.label)}
                  </th>
                  <Told value={row.percentAgreement} as={percentText} />
                  <Told value={row.allAgreeShare} as={percentText} />
                  <Told value={row.gwet} as={alphaText} />
                  <Told value={row.fleiss} as={alphaText} />
                  <Told value={row.brennanPrediger} as={alphaText} />
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Answer>
      <Explain>{told.explain}</Explain>
    </Box>
  );
}

interface ToldProps {
  readonly value: number | null;
  readonly as: (value: number | null) => string;
}

const Told = ({ value, as }: ToldProps) => (
  <td>{value === null ? as(value) : <Figure exact={value}>{as(value)}</Figure>}</td>
);
