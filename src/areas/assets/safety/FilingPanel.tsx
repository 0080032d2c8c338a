import { formatDate } from "#kernel/dates.ts";
import { Panel } from "#web/kit/states.tsx";
import type { FilingAnswer, YearAnswer } from "./safety.model.ts";

const names = { "300A": "form 300A", cases: "forms 300 and 301" } as const;

const found = (f: FilingAnswer, year: number): string => {
  const kept =
    f.keeps === null
      ? "Whether a log is kept follows from the state."
      : f.keeps
        ? `A log is kept, and form 300A posted from 1 February to 30 April ${year + 1}.`
        : "No log is asked for, and nothing is posted.";
  const sent =
    f.sendBy && f.sends.length > 0
      ? `Send ${f.sends.map((one) => names[one]).join(", and ")} by ${formatDate(f.sendBy)}.`
      : "Nothing is to be sent as far as it is known.";
  return `${f.regime}. ${kept} ${sent}`;
};

/** Who must keep, post and send what by when, and by which rules. */
export function FilingPanel({ of: { filing, year } }: { of: YearAnswer }) {
  return (
    <Panel title="What must be filed">
      <div className="grid gap-3">
        <p>{found(filing, year)}</p>
        <ul className="grid gap-1 text-13 text-t2">
          {filing.reasons.map((one) => (
            <li key={one.text}>
              {one.text} {one.citation}
              {one.verified ? "" : ", not held against its text yet"}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
