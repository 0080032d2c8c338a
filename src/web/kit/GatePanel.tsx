import { CircleAlert, CircleCheck } from "lucide-react";
import { gateTitle, type GateFinding } from "#kernel/gate.ts";
import { Panel } from "./states.tsx";

/**
 * The last gate of a long process, shown from its first step on: what will stop `what`, all of it at
 * once. `clear` says what was looked at where nothing stops it.
 */
export function GatePanel({
  findings,
  what,
  clear,
}: {
  findings: readonly GateFinding[];
  what: string;
  clear: string;
}) {
  return (
    <Panel title={gateTitle(findings, what)}>
      <ul className="checks">
        {findings.map((f) => (
          <li
            key={`${f.code} ${f.sentence}`}
            className={f.kind === "stops" ? "tone-danger" : "tone-warning"}
          >
            <CircleAlert aria-hidden="true" />
            <span>{f.sentence}</span>
          </li>
        ))}
        {findings.length === 0 && (
          <li className="tone-success">
            <CircleCheck aria-hidden="true" />
            <span>{clear}</span>
          </li>
        )}
      </ul>
    </Panel>
  );
}
