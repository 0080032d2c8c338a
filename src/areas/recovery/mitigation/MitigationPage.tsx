import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { mitigationCycle, programs } from "./mitigation.labels.ts";
import type { MitigationDetail } from "./mitigation.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<MitigationDetail["recurrences"][number]>[] = [
  { label: "Event", as: "title", cell: (r) => `Once in ${r.years} years` },
  { label: "Yearly chance", cell: (r) => `${(100 / r.years).toFixed(2)}%` },
  { label: "Before, $", cell: (r) => money(r.before) },
  { label: "After, $", as: "amount", cell: (r) => money(r.after) },
];

function Analysis({ m }: { m: MitigationDetail }) {
  return (
    <>
      <LineTable
        label="Damage by recurrence"
        parts={parts}
        lines={m.recurrences}
        keyOf={(r) => String(r.years)}
      />
      <Facts
        rows={[
          ["1. Expected damage a year, before", formatCents(m.sums.expectedBefore)],
          ["2. Expected damage a year, after", formatCents(m.sums.expectedAfter)],
          ["3. Avoided a year (1 − 2)", formatCents(m.sums.yearly)],
          [
            "4. Factor of the useful life",
            `${m.sums.factor.toFixed(4)} (${m.ratePercent}% over ${m.usefulYears} years)`,
          ],
          ["5. Benefits today (3 × 4)", formatCents(m.sums.benefits)],
          [
            "6. Costs today, with maintenance",
            `${formatCents(m.sums.costs)} (${formatCents(m.maintenanceCents)} a year)`,
          ],
          ["Ratio (5 ÷ 6)", <b key="r">{m.sums.ratio.toFixed(2)}</b>],
        ]}
      />
      <Panel title="How it stands if something differs">
        <ul className="grid gap-1">
          {m.sensitivity.map((s) => (
            <li key={s.label}>
              {s.label}: {s.ratio.toFixed(2)}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** One sub-application with its benefit-cost analysis, step by step. */
export default function MitigationPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<MitigationDetail>
      path="/api/v1/pa-mitigation"
      id={id}
      lifecycle={mitigationCycle}
      title={(m) => m.title}
      subtitle={(m) => `${programs[m.program]}${m.declaration ? `, ${m.declaration}` : ""}`}
      amountCents={(m) => m.costCents}
      extraActions={(m) => [
        {
          label: "Sub-application (PDF)",
          onSelect: () =>
            void download(`/api/v1/pa-mitigation/${m.id}/pdf`).catch((error: unknown) =>
              notify.failed("The PDF was not made", error),
            ),
        },
      ]}
      tabs={[
        { id: "analysis", label: "Benefit-cost", content: (m) => <Analysis m={m} /> },
        {
          id: "text",
          label: "Application",
          content: (m) => (
            <Facts
              rows={[
                ["Opportunity", m.opportunity],
                [
                  "To apply until",
                  m.days && `${formatDate(m.days.applyUntil)} (${m.days.citation})`,
                ],
                ["Work until", m.days && formatDate(m.days.performUntil)],
                ["Problem", m.problem],
                ["Alternatives", m.alternatives],
                ["Why", m.statusReason],
              ]}
            />
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (m) => <Attachments objectType="paMitigation" objectId={m.id} />,
        },
      ]}
    />
  );
}
