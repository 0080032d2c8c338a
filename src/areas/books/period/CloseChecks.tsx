import { Link } from "react-router";
import { Panel } from "#web/kit/states.tsx";
import type { CloseLine, PeriodDetail } from "./period.model.ts";

function Lines({ lines, label }: { lines: readonly CloseLine[]; label: string }) {
  return (
    <ul className="checks" aria-label={label}>
      {lines.map((line) => (
        <li key={line.name}>
          <span>
            <Link className="text-link" to={line.page}>
              {line.label}
            </Link>
            : {line.said}.<span className="ml-1 text-t3">{line.owner}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What stops a period, and what waits, each with whose work it is. */
export function CloseChecks({ period: p }: { period: PeriodDetail }) {
  const stops = p.checks.filter((c) => c.stops);
  const waits = p.checks.filter((c) => !c.stops);
  if (p.status === "closed" && p.waits.length === 0) return null;
  return (
    <>
      {stops.length > 0 && (
        <Panel title="What stops it">
          <Lines lines={stops} label="What stops it" />
        </Panel>
      )}
      {p.status === "open" && waits.length > 0 && (
        <Panel title="What waits, each with a reason when you close">
          <Lines lines={waits} label="What waits" />
        </Panel>
      )}
      {p.waits.length > 0 && (
        <Panel title="What waited when it was closed">
          <ul className="checks">
            {p.waits.map((w) => (
              <li key={w.check}>
                <span>
                  {w.label}: {w.said}. <span className="text-t2">{w.reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
