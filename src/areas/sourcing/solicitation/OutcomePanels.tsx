import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Tabulation } from "../opening/Tabulation.tsx";
import type { PublicOutcome } from "./opportunity.model.ts";
import { publicAwardStatuses } from "./solicitation.labels.ts";

/** How a solicitation ended, as everybody may read it: who bid what, and who is awarded. */
export function OutcomePanels({ outcome, timeZone }: { outcome: PublicOutcome; timeZone: string }) {
  return (
    <>
      {outcome.awards.length > 0 && (
        <Panel title="Award">
          <ul className="grid gap-3" aria-label="Awards">
            {outcome.awards.map((award, at) => (
              <li key={at} className="grid gap-1">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <b className="min-w-0 flex-1">{award.supplier}</b>
                  <StatusBadge statuses={publicAwardStatuses} status={award.status} />
                  <span className="num">{formatCents(award.cents)}</span>
                </p>
                <p className="text-13 text-t2">
                  {award.items.join("; ")}
                  {award.date && `, ${formatInstant(award.date, timeZone)}`}
                </p>
                {award.departure && <p className="text-13">{award.departure}</p>}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {outcome.tabulations.map((each) => (
        <Panel
          key={each.stage}
          title={each.stage === "price" ? "Prices as read out" : "Bids as opened"}
          aside={formatInstant(each.publishedAt, timeZone)}
          flush
        >
          <Tabulation rows={each.rows} priced={each.rows.some((row) => row.totalCents !== null)} />
        </Panel>
      ))}
    </>
  );
}
