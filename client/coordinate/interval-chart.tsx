// The one chart of the desk: a dot with a line a row, values as text at the right, hairlines for the grid. It is
// drawn at the width that it has, so its words keep their size; on a narrow screen the words stand above the line.
// It always stands beside a table that says the same.
import { AxisBottom } from "@visx/axis";
import { scaleLinear } from "@visx/scale";
import { useEffect, useRef, useState } from "react";
import css from "./chart.module.css";

export interface ChartRow {
  readonly id: string;
  readonly name: string;
  /** Shown in bold above the row: the first of its group. */
  readonly group?: string;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  /** The value as text; where there is no value, why. */
  readonly said: string;
  readonly between: string | null;
}

interface ChartProps {
  readonly title: string;
  readonly rows: readonly ChartRow[];
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly tick: (at: number) => string;
  /** A dashed line with its words, for chance. */
  readonly mark?: { readonly at: number; readonly said: string };
}

/** Lower end of an axis that ends at 1: 0, or the next fifth below the least bound, -1 at the lowest. */
export function lowEnd(rows: readonly ChartRow[]): number {
  const least = Math.min(0, ...rows.flatMap((row) => [row.value ?? 0, row.interval?.[0] ?? 0]));
  return Math.max(-1, Math.floor(least * 5 - 1e-9) / 5);
}
export const fifths = (low: number): number[] =>
  Array.from({ length: Math.round((1 - low) * 5) + 1 }, (_, step) => Math.round(low * 5 + step) / 5);

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, set] = useState(588);
  useEffect(() => {
    const seen = box.current;
    if (!seen) return;
    const watch = new ResizeObserver(() => set(Math.max(240, Math.floor(seen.clientWidth))));
    watch.observe(seen);
    set(Math.max(240, Math.floor(seen.clientWidth)));
    return () => watch.disconnect();
  }, []);
  return { box, width };
}

export function IntervalChart({ title, rows, domain, ticks, tick, mark }: ChartProps) {
  const { box, width } = useWidth();
  const narrow = width < 500;
  const left = narrow ? 10 : 150;
  const right = narrow ? 10 : 150;
  const tall = narrow ? 46 : 28;
  const head = mark === undefined ? 6 : 22;
  const heading = 26;
  const tops: number[] = [];
  let bottom = head;
  for (const row of rows) {
    if (row.group !== undefined) bottom += heading;
    tops.push(bottom);
    bottom += tall;
  }
  const x = scaleLinear<number>({ domain: [domain[0], domain[1]], range: [left, width - right] });
  const inside = (value: number): number => x(Math.min(domain[1], Math.max(domain[0], value)));
  const shown = ticks.length > 7 ? ticks.filter((_, place) => place % 2 === (ticks.length - 1) % 2) : ticks;
  return (
    <div ref={box}>
      <svg className={css["chart"]} role="img" aria-label={title} viewBox={`0 0 ${width} ${bottom + 34}`}>
        {ticks.map((at) => (
          <line
            key={at}
            x1={x(at)}
            x2={x(at)}
            y1={head}
            y2={bottom}
            stroke="var(--hair)"
            strokeWidth={at === 0 ? 1.8 : 1}
          />
        ))}
        {mark !== undefined && (
          <g>
            <line
              x1={x(mark.at)}
              x2={x(mark.at)}
              y1={head - 4}
              y2={bottom}
              stroke="var(--ink-soft)"
              strokeWidth={1.5}
              strokeDasharray="5 4"
            />
            <text x={x(mark.at)} y={12} textAnchor="middle" className={css["tick"]}>
              {mark.said}
            </text>
          </g>
        )}
        {rows.map((row, place) => {
          const top = tops[place] ?? 0;
          const y = top + (narrow ? 32 : tall / 2);
          const textY = narrow ? top + 16 : y + 5;
          return (
            <g key={row.id}>
              {row.group !== undefined && (
                <text
                  x={narrow ? left : left - 16}
                  y={top - 7}
                  textAnchor={narrow ? "start" : "end"}
                  className={css["group"]}
                >
                  {row.group}
                </text>
              )}
              <text x={narrow ? left : left - 16} y={textY} textAnchor={narrow ? "start" : "end"}>
                {row.name}
              </text>
              {row.value !== null && row.interval !== null && (
                <line
                  x1={inside(row.interval[0])}
                  x2={inside(row.interval[1])}
                  y1={y}
                  y2={y}
                  stroke="var(--accent)"
                  strokeWidth={3}
                  strokeLinecap="round"
                />
              )}
              {row.value !== null && <circle cx={inside(row.value)} cy={y} r={6} fill="var(--accent)" />}
              <text x={narrow ? width - right : width - right + 22} y={textY} textAnchor={narrow ? "end" : "start"}>
                <tspan className={row.value === null ? css["between"] : undefined}>{row.said}</tspan>
                {row.between !== null && (
                  <tspan className={css["between"]} dx={8}>
                    {row.between}
                  </tspan>
                )}
              </text>
            </g>
          );
        })}
        <AxisBottom
          top={bottom}
          scale={x}
          tickValues={[...shown]}
          tickFormat={(at) => tick(Number(at))}
          hideAxisLine
          hideTicks
          tickLabelProps={() => ({ className: css["tick"] ?? "", textAnchor: "middle", dy: 12 })}
        />
      </svg>
    </div>
  );
}
