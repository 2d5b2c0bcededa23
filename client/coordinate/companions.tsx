// The measures beside alpha: they and the intervals follow alpha, which does not wait for them. Below them what each
// person does to alpha, each two people, and each person with themself.
import type { DeskAgreement } from "#schemas/desk";
import type { AgreementRow } from "#schemas/figure";
import { Answer, Box, Explain, Figure, Table } from "./box.tsx";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import { alphaText, percentText } from "./numbers.ts";
import cells from "./table.module.css";
import { useDeskWords, useLabelName } from "./words.ts";

interface CompanionsProps {
  readonly query: { data: DeskAgreement | undefined; error: Error | null; refetch: () => unknown };
}

export function Companions({ query }: CompanionsProps) {
  const words = useDeskWords();
  const told = words.agreement.companions;
  const labelName = useLabelName();
  return (
    <>
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
                    <th scope="row" className={cells["text"]}>
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
      {query.data !== undefined && query.data.labels.length > 0 && <ByPerson labels={query.data.labels} />}
    </>
  );
}

function ByPerson({ labels }: { readonly labels: readonly AgreementRow[] }) {
  const words = useFigureWords();
  const without = byName(labels, (row) => row.withoutPerson.map(({ person, alpha }) => [person, alpha]));
  const pairs = byName(labels, (row) => row.cohen.map(({ a, b, kappa }) => [`${a} · ${b}`, kappa]));
  const self = byName(labels, (row) => row.self.map(({ person, agreement }) => [person, agreement]));
  const items = byName(labels, (row) => row.self.map(({ person, units }) => [person, units]));
  return (
    <>
      {without.size > 0 && (
        <Box title={words.agreement.without} wide>
          <Grid caption={words.agreement.without} labels={labels} rows={without} as={alphaText} />
          <Explain>{words.agreement.withoutExplain}</Explain>
        </Box>
      )}
      <Box title={words.agreement.self} sub={words.agreement.selfSub} wide>
        {self.size === 0 ? (
          <p className={css["soft"]}>{words.agreement.selfNone}</p>
        ) : (
          <Grid caption={words.agreement.self} labels={labels} rows={self} as={percentText} beside={items} />
        )}
        <Explain>{words.agreement.selfExplain}</Explain>
      </Box>
      {pairs.size > 0 && (
        <Box title={words.agreement.cohen} wide>
          <Grid caption={words.agreement.cohen} labels={labels} rows={pairs} as={alphaText} />
          <Explain>{words.agreement.cohenExplain}</Explain>
        </Box>
      )}
    </>
  );
}

export type Grouped = ReadonlyMap<string, ReadonlyMap<string, number | null>>;

/** By name (a person, two people), then by label. */
export function byName(
  labels: readonly AgreementRow[],
  of: (row: AgreementRow) => readonly (readonly [string, number | null])[],
): Grouped {
  const out = new Map<string, Map<string, number | null>>();
  for (const row of labels)
    for (const [name, value] of of(row)) {
      const one = out.get(name) ?? new Map<string, number | null>();
      one.set(row.label, value);
      out.set(name, one);
    }
  return out;
}

interface GridProps {
  readonly caption: string;
  readonly labels: readonly AgreementRow[];
  readonly rows: Grouped;
  readonly as: (value: number | null) => string;
  /** How many items a value stands on. */
  readonly beside?: Grouped;
}

export function Grid({ caption, labels, rows, as, beside }: GridProps) {
  const words = useDeskWords();
  const labelName = useLabelName();
  return (
    <Table caption={caption} hideCaption>
      <thead>
        <tr>
          <th scope="col" className={cells["text"]}>
            {words.agreement.people}
          </th>
          {labels.map(({ label }) => (
            <th scope="col" key={label}>
              {labelName(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([name, values]) => (
          <tr key={name}>
            <th scope="row" className={cells["text"]}>
              {name}
            </th>
            {labels.map(({ label }) => {
              const value = values.get(label) ?? null;
              const n = beside?.get(name)?.get(label);
              return (
                <td key={label}>
                  {value === null ? as(value) : <Figure exact={value}>{as(value)}</Figure>}
                  {typeof n === "number" && <span className={css["soft"]}> (n = {n})</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface ToldProps {
  readonly value: number | null;
  readonly as: (value: number | null) => string;
}

const Told = ({ value, as }: ToldProps) => (
  <td>{value === null ? as(value) : <Figure exact={value}>{as(value)}</Figure>}</td>
);
