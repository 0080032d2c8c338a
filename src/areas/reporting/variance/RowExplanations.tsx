import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Answered } from "../figure/figure.model.ts";
import { varianceHeading } from "./variance.labels.ts";

/** Why rows of an answer differ from their budget; `now`: as it stands, not as it was kept. */
export function RowExplanations({ answer, now }: { answer: Answered; now: boolean }) {
  const { timeZone } = useAgency();
  const { explained, rows } = answer;
  if (!explained) return null;
  const told = rows.filter(({ explanation: x }) => x && (x.needed || x.written));
  return (
    <Panel
      title={varianceHeading(explained)}
      aside={
        now && (
          <Link className="btn btn-small" to={pathTo("budgetaryComparison")}>
            Explain variances
          </Link>
        )
      }
      flush
    >
      {told.length === 0 && <p className="p-4 text-t2">No row differs by more.</p>}
      <ul className="divide-y divide-hair">
        {told.map(({ names, explanation }) => (
          <li key={names.join()} className="px-4 py-3">
            <p className="font-semibold">{names.join(", ")}</p>
            <p className="max-w-prose whitespace-pre-line">
              {explanation!.written?.explanation ?? "Not explained"}
            </p>
            {explanation!.written && (
              <p className="text-12 text-t3">
                {[
                  explanation!.written.writtenBy,
                  formatInstant(explanation!.written.writtenAt, timeZone),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
