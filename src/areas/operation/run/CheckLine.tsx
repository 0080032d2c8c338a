import { CircleCheck, CircleDashed, LoaderCircle, OctagonX } from "lucide-react";
import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { outcomes, type ResultRow } from "./run.labels.ts";

/** How long a check took, in words. */
export const took = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;

type Standing = "waits" | "runs" | ResultRow["outcome"];

function Mark({ standing }: { standing: Standing }) {
  if (standing === "green") return <CircleCheck className="text-success" aria-hidden="true" />;
  if (standing === "red") return <OctagonX className="text-danger" aria-hidden="true" />;
  if (standing === "runs")
    return <LoaderCircle className="text-info motion-safe:animate-spin" aria-hidden="true" />;
  return <CircleDashed className="text-t3" aria-hidden="true" />;
}

const words: Readonly<Record<Standing, string>> = {
  waits: "Waits",
  runs: "Running",
  green: outcomes.green.label,
  red: outcomes.red.label,
  none: outcomes.none.label,
};

function Findings({ result }: { result: ResultRow }) {
  const more = result.found - result.findings.length;
  return (
    <div className="mt-2 grid gap-2">
      {result.findings.length > 0 && (
        <ul
          className="grid gap-1 border-l-2 border-hair pl-3"
          aria-label={`Found: ${result.label}`}
        >
          {result.findings.map(({ sentence, link }) => (
            <li key={sentence} className="[overflow-wrap:anywhere]">
              {link ? <Link to={link}>{sentence}</Link> : sentence}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-13 text-t3">and {counted(more, "more", "more")}</p>}
      {result.todo && (
        <p>
          <strong>What to do:</strong> {result.todo}
        </p>
      )}
    </div>
  );
}

/** One check: what it is, how it stands, what it found and what to do about it. */
export function CheckLine({
  check,
  result,
  running = false,
}: {
  check: { label: string; what: string };
  result?: ResultRow | undefined;
  running?: boolean;
}) {
  const standing: Standing = result?.outcome ?? (running ? "runs" : "waits");
  return (
    <li className="flex gap-3 border-b border-hair py-3" data-outcome={standing}>
      <span className="mt-[2px]">
        <Mark standing={standing} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{check.label}</span>
          <span className={`text-13 ${standing === "red" ? "text-danger" : "text-t3"}`}>
            {words[standing]}
          </span>
          {result && (
            <span className="ml-auto text-13 text-t3 tabular-nums">{took(result.ms)}</span>
          )}
        </p>
        <p className="text-t2">{result?.said ?? check.what}</p>
        {result?.outcome === "red" && <Findings result={result} />}
      </div>
    </li>
  );
}
