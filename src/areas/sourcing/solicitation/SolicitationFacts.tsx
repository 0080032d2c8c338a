import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { awardBy, priceFormulas, protections } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";

export function SolicitationFacts({ s }: { s: SolicitationDetail }) {
  const { timeZone } = useAgency();
  const percent = (text: string | null) => (text === null ? null : `${Number(text)}%`);
  const bonds = [
    ["Bid guarantee", percent(s.bidBondPercent)],
    ["Performance bond", percent(s.performanceBondPercent)],
    ["Payment bond", percent(s.paymentBondPercent)],
  ].filter(([, value]) => value) as [string, string][];
  return (
    <>
      <Panel title="Dates">
        <Facts
          rows={[
            ["Published", s.publishedAt ? formatInstant(s.publishedAt, timeZone) : "not yet"],
            [
              "Questions until",
              s.questionsUntil ? formatInstant(s.questionsUntil, timeZone) : "the deadline",
            ],
            ["Due", s.dueAt ? formatInstant(s.dueAt, timeZone) : "not set"],
            ...(s.prebidAt
              ? [
                  [
                    "Meeting",
                    <>
                      {formatInstant(s.prebidAt, timeZone)}
                      {s.prebidMandatory && ", required"}
                      {s.prebidPlace && <small className="block text-t3">{s.prebidPlace}</small>}
                    </>,
                  ] as const,
                ]
              : []),
            ["Opened", s.openedAt && formatInstant(s.openedAt, timeZone)],
          ]}
        />
      </Panel>
      <Panel title="How bids are protected">
        <p className="text-14">{protections[s.protection]}.</p>
        {s.envelopes === 2 && (
          <p className="mt-2 text-14 text-t2">
            Two envelopes: prices open after the technical scores are locked.
          </p>
        )}
      </Panel>
      <Panel title="Facts">
        <Facts
          rows={[
            ["Buyer", s.buyer ?? "—"],
            ["Department", s.department],
            ...(s.kind === "rfi"
              ? []
              : [
                  ["Award", awardBy[s.awardBy]] as const,
                  ["Price", priceFormulas[s.priceFormula]] as const,
                  ["Least bids", s.minimumBids] as const,
                ]),
            ["Money", s.federal ? "Federal" : "Own"],
            ["Set aside", s.setAside],
            ["Local preference", s.localPreferencePercent && percent(s.localPreferencePercent)],
            ...bonds,
            ["Contact", s.contactName || "—"],
            [
              "Approved",
              s.approvedAt
                ? `${s.approvedBy}, ${formatInstant(s.approvedAt, timeZone)}`
                : s.kind === "itb" || s.kind === "rfp"
                  ? "not yet"
                  : "not asked",
            ],
          ]}
        />
      </Panel>
      {s.estimateCents !== null && (
        <Panel title="Independent estimate" aside={<span className="text-t3">not public</span>}>
          <p className="num text-18 font-semibold">{formatCents(s.estimateCents)}</p>
          <p className="text-13 text-t2">
            {[s.estimateOn && formatDate(s.estimateOn), s.estimateBy, s.estimateBasis]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </Panel>
      )}
      {(s.requisitions.length > 0 || s.orders.length > 0) && (
        <Panel title="From and to">
          <ul className="grid gap-2">
            {s.requisitions.map((r) => (
              <li key={r.id}>
                <Link className="mono" to={pathTo("requisition", { id: r.id })}>
                  {r.number}
                </Link>{" "}
                <span className="text-t2">{r.title}</span>
              </li>
            ))}
            {s.orders.map((o) => (
              <li key={o.id} className="flex gap-3">
                <Link className="mono" to={pathTo("order", { id: o.id })}>
                  {o.number}
                </Link>
                <span className="num ml-auto">{formatCents(o.amount)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
