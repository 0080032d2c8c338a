import type { Durations, Labels } from "./durations.ts";

type Sample = { labels?: Labels; value: number };

/** A figure with its series, as it is told to everybody who asks. */
export type Figure = { name: string; help: string } & (
  | { type: "counter" | "gauge"; samples: readonly Sample[] }
  | { type: "histogram"; times: Durations }
);

const escaped = (text: string) => text.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`));
const labelled = (labels: Labels = {}) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(",")}}` : "";
};

const linesOf = (figure: Figure): string[] => {
  const { name } = figure;
  if (figure.type !== "histogram")
    return figure.samples.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`);
  const { bounds } = figure.times;
  return figure.times.spreads().flatMap(({ labels, counts, sum, count }) => {
    let below = 0;
    return [
      ...bounds.map(
        (bound, at) =>
          `${name}_bucket${labelled({ ...labels, le: String(bound) })} ${(below += counts[at]!)}`,
      ),
      `${name}_bucket${labelled({ ...labels, le: "+Inf" })} ${count}`,
      `${name}_sum${labelled(labels)} ${Number(sum.toFixed(6))}`,
      `${name}_count${labelled(labels)} ${count}`,
    ];
  });
};

/** Figures in the text format of Prometheus, version 0.0.4. */
export const exposition = (figures: readonly Figure[]): string =>
  figures
    .map((figure) =>
      [
        `# HELP ${figure.name} ${figure.help.replace(/[\\\n]/g, " ")}`,
        `# TYPE ${figure.name} ${figure.type}`,
        ...linesOf(figure),
      ].join("\n"),
    )
    .join("\n") + "\n";
