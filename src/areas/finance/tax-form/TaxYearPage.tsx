import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { saveFile } from "#web/kit/api.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { taxBoxes, taxYearCycle, taxYearStatuses } from "./tax-form.labels.ts";
import type { TaxYearDetail } from "./tax-form.model.ts";
import { TaxAccounts } from "./TaxAccounts.tsx";
import { TaxFormTable } from "./TaxFormTable.tsx";

const { course, actions } = taxYearCycle;
const look = { statuses: taxYearStatuses, course, actions };

const findingOf = (y: TaxYearDetail): FindingPart[] => [
  { text: `${counted(y.forms, "form")} report ${formatCents(y.total)}` },
  ...(y.toSettle > 0 ? [{ text: `${counted(y.toSettle, "form")} are to be settled` }] : []),
  ...(y.unmapped > 0
    ? [
        {
          text: `${formatCents(y.unmapped)} were paid on accounts that nobody placed`,
          to: "?tab=accounts",
        },
      ]
    : []),
  ...(y.filedOn ? [{ text: `filed on ${formatDate(y.filedOn)} as ${y.reference}` }] : []),
];

function Files({ year }: { year: TaxYearDetail }) {
  const { can } = useAuth();
  const send = useMutationAction<{ name: string; text: string }>("tax-years");
  if (year.status === "open" || year.files.length === 0 || !can("taxForm.file")) return null;
  const take = (form: string, part: number) =>
    send
      .mutateAsync({ path: `/api/v1/tax-years/${year.id}/actions/iris`, body: { form, part } })
      .then(
        ({ name, text }) => saveFile(new Blob([text], { type: "text/csv" }), name),
        (error: unknown) => notify.failed("The file did not come", error),
      );
  return (
    <Panel title="Files for the IRS">
      <p className="text-t2">
        At most a hundred returns each, with whole tax numbers: who takes one stands in the history.
        Compare the header with the template of the IRIS Taxpayer Portal before you load a file;
        corrections are entered there by hand.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {year.files.flatMap(({ form, parts }) =>
          Array.from({ length: parts }, (_, n) => (
            <button
              key={`${form}-${n}`}
              type="button"
              className="btn"
              onClick={() => void take(form, n + 1)}
            >
              1099-{form}, part {n + 1}
            </button>
          )),
        )}
      </div>
    </Panel>
  );
}

function Limits({ year }: { year: TaxYearDetail }) {
  return (
    <Panel title="Reported from">
      <LineTable
        label="Limits of the year"
        parts={[
          { label: "Box", as: "title", cell: (l) => taxBoxes[l.box].label },
          {
            label: "By",
            words: true,
            cell: (l) => `${l.citation}${l.verified ? "" : " (not confirmed)"}`,
          },
          {
            label: "From, $",
            as: "amount",
            cell: (l) => formatCents(l.cents, { symbol: false }),
          },
        ]}
        lines={year.limits}
        keyOf={(l) => l.box}
      />
    </Panel>
  );
}

const tabs: readonly RecordTab<TaxYearDetail>[] = [
  {
    id: "forms",
    label: "Forms",
    count: ({ forms }) => forms,
    content: (year) => (
      <>
        <Finding parts={findingOf(year)} none="" />
        <TaxFormTable year={year} />
        <Files year={year} />
      </>
    ),
  },
  {
    id: "accounts",
    label: "Accounts",
    content: (year) => (
      <>
        <TaxAccounts year={year} />
        <Limits year={year} />
      </>
    ),
  },
];

const dayField = (name: string, label: string) => (
  <label className="field">
    <span className="field-label">{label}</span>
    <input name={name} type="date" required className="field-control" />
  </label>
);
const file = (
  <>
    {dayField("filedOn", "Filed on")}
    <label className="field">
      <span className="field-label">Receipt numbers of the files</span>
      <input name="reference" required maxLength={120} className="field-control" />
    </label>
  </>
);

/** A year of form 1099: its forms, what is to be settled, its accounts and files. */
export default function TaxYearPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const send = useMutationAction("tax-years", "tax-forms");
  const count = (year: TaxYearDetail) =>
    void send
      .mutateAsync({ path: `/api/v1/tax-years/${id}/actions/count`, version: year.version })
      .catch((error: unknown) => notify.failed("The year was not counted", error));
  return (
    <RecordPage<TaxYearDetail>
      path="/api/v1/tax-years"
      id={id}
      lifecycle={look}
      title={({ year }) => `Form 1099 of ${year}`}
      subtitle={({ payerName }) => payerName}
      amountCents={({ total }) => total}
      tabs={tabs}
      actionFields={{ furnish: dayField("furnishedOn", "Went out on"), file }}
      extraActions={(year) =>
        year.status === "open" && can("taxForm.edit")
          ? [{ label: "Count again", onSelect: () => count(year) }]
          : []
      }
    />
  );
}
