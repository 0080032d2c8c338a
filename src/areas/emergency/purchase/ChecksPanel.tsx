import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Check } from "./purchase.model.ts";

/** What is checked beside an emergency order; what stops it stands first. */
export function ChecksPanel({
  checks,
  amount,
}: {
  checks: readonly Check[];
  amount: number | null;
}) {
  const rank = ({ ok, stops }: Check) => (ok ? 2 : stops ? 0 : 1);
  return (
    <Panel title="Checks" aside={amount === null ? undefined : formatCents(amount)}>
      <ul className="checks" aria-live="polite">
        {checks
          .toSorted((a, b) => rank(a) - rank(b))
          .map(({ key, ok, stops, text, citation }) => (
            <li key={key} className={ok ? "pass" : stops ? "fail" : "warn"}>
              <span>
                {!ok && stops && <b className="font-medium">Stops it: </b>}
                {text} {citation && <span className="text-12 text-t3">{citation}</span>}
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
