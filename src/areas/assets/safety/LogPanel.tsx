import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { injuryTypes, outcomes } from "./safety.labels.ts";
import type { Fault, LogAnswer, YearAnswer } from "./safety.model.ts";

const headings = [
  "Case",
  "Employee",
  "Job title",
  "Date",
  "Where",
  "Injury or illness",
  "Outcome",
  "Days away",
  "Days restricted",
  "Type",
] as const;

function Log({ log }: { log: LogAnswer }) {
  if (log.items.length === 0) return <p className="text-t2">No recordable case in this year.</p>;
  return (
    <>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Form 300">
        <table className="ledger w-full" aria-label="Form 300">
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {log.items.map((line) => (
              <tr key={line.caseId}>
                <td>
                  <Link to={pathTo("safetyCase", { id: line.caseId })}>{line.number}</Link>
                </td>
                <td>{line.name || "Not entered"}</td>
                <td>{line.jobTitle}</td>
                <td>{formatDate(line.happenedOn)}</td>
                <td>{line.where}</td>
                <td>{line.injury}</td>
                <td>{outcomes[line.outcome]}</td>
                <td className="num">{line.daysAway}</td>
                <td className="num">{line.daysRestricted}</td>
                <td>{injuryTypes[line.type]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {log.privacy.length > 0 && (
        <div>
          <h3>Confidential list of privacy cases</h3>
          <ul>
            {log.privacy.map((one) => (
              <li key={one.number}>
                <span className="mono">{one.number}</span> {one.name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Form 300 with the confidential list: read on demand, and each reading is recorded. */
export function LogPanel({ of: y }: { of: YearAnswer }) {
  const [log, setLog] = useState<LogAnswer | null>(null);
  const [faults, setFaults] = useState<Fault[] | null>(null);
  const read = useMutationAction<unknown>();
  const address = `/api/v1/safety-establishments/${y.establishment.id}/years/${y.year}/actions`;
  const open = async () => {
    try {
      setLog((await read.mutateAsync({ path: `${address}/read-log` })) as LogAnswer);
      const found = await read.mutateAsync({ path: `${address}/check-cases` });
      setFaults((found as { items: Fault[] }).items);
    } catch (error) {
      notify.failed("The log was not read", error);
    }
  };
  return (
    <Panel title={`Form 300, ${y.year}`}>
      <div className="grid gap-4">
        {!log && (
          <>
            <p className="text-t2">Names and injuries. That you read them is recorded.</p>
            <button type="button" className="btn justify-self-start" onClick={() => void open()}>
              Read form 300
            </button>
          </>
        )}
        {log && <Log log={log} />}
        {faults && faults.length > 0 && (
          <ul className="checks" aria-label="What the application would refuse of the cases">
            {faults.map((f) => (
              <li key={f.row + f.column + f.message} className="warn">
                <span className="mono">
                  {f.row} {f.column}
                </span>
                : {f.message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
