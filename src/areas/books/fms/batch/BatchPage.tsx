import { Download } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { batchCourse, batchCycle, batchStatuses } from "./batch.labels.ts";
import type { BatchDetail, BatchLineRow } from "./batch.model.ts";

const columns: readonly Column<BatchLineRow>[] = [
  { id: "lineNo", label: "Line", kind: "text", value: (l) => String(l.lineNo) },
  { id: "document", label: "Document", kind: "text", value: (l) => l.document },
  { id: "fund", label: "Fund there", kind: "text", value: (l) => l.fund },
  { id: "account", label: "Account there", kind: "text", value: (l) => l.account },
  { id: "debit", label: "Debit", kind: "money", value: (l) => l.debit },
  { id: "credit", label: "Credit", kind: "money", value: (l) => l.credit },
  {
    id: "rejected",
    label: "Why it was rejected",
    kind: "text",
    value: (l) => l.rejected ?? "—",
  },
];
const filters: readonly Filter[] = [{ id: "rejected", label: "Rejected only", kind: "flag" }];

const file = (id: string) =>
  void download(`/api/v1/fms-batches/${id}/file`).catch((error: unknown) =>
    notify.failed("The file could not be taken", error),
  );

const batchLink = (batch: BatchDetail["corrects"]) =>
  batch && <Link to={pathTo("fmsBatch", { id: batch.id })}>{batch.number}</Link>;

const known = (b: BatchDetail): string | null => {
  if (!b.delivery || b.status === "withdrawn") return null;
  const said = b.delivery.message ?? "";
  if (b.status === "unknown")
    return `${b.destination}: ${said} Ask there for ${b.fileName} before you send it again: the same bytes go out under the same id.`;
  if (b.status === "sending") return `It is going out to ${b.destination}.`;
  if (b.status === "validated") return `${b.destination}: ${said}`;
  return null;
};

const knownTitles: Readonly<Partial<Record<BatchDetail["status"], string>>> = {
  unknown: "Whether it arrived is not known",
  validated: "It was not taken",
};

/** What is known of a batch that went out by a connector. */
function Known({ batch: b }: { batch: BatchDetail }) {
  const text = known(b);
  if (!text) return null;
  return (
    <Panel title={knownTitles[b.status] ?? "On its way"}>
      <p role="status">{text}</p>
    </Panel>
  );
}

function Hands({ batch: b }: { batch: BatchDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Who and what">
      <Facts>
        <Fact label="Built by">{b.builtBy ?? "—"}</Fact>
        <Fact label="Goes to">{b.destination ?? "Its file is taken there by a person"}</Fact>
        <Fact label="Sent">
          {b.sentBy === null
            ? "not yet"
            : b.sentAt
              ? `${b.sentBy}, ${formatInstant(b.sentAt, timeZone)}`
              : `${b.sentBy}, whether it arrived is not known yet`}
        </Fact>
        {b.delivery && <Fact label="Times sent">{String(b.delivery.attempts)}</Fact>}
        <Fact label="Answered">
          {b.answeredAt ? formatInstant(b.answeredAt, timeZone) : "not yet"}
        </Fact>
        {b.corrects && <Fact label="Corrects">{batchLink(b.corrects)}</Fact>}
        {b.correctedBy && <Fact label="Corrected by">{batchLink(b.correctedBy)}</Fact>}
        <Fact label="Debits">{formatCents(b.debits)}</Fact>
        <Fact label="Credits">{formatCents(b.credits)}</Fact>
        <Fact label="File">
          {b.fileName}, {b.bytes.toLocaleString("en-US")} bytes
        </Fact>
        <Fact label="SHA-256">
          <span className="mono break-all text-12">{b.sha256}</span>
        </Fact>
      </Facts>
    </Panel>
  );
}

const rejecting = (
  <div className="field">
    <label htmlFor="rejected-lines">
      Lines that were rejected, one a row: number, colon, reason
    </label>
    <textarea
      id="rejected-lines"
      name="rejected"
      className="field-control"
      rows={6}
      placeholder="12: Account 5010 is closed"
    />
  </div>
);

/** A batch for the finance system: its lines, its file, whose hands it went through. */
export default function BatchPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  return (
    <RecordPage<BatchDetail>
      path="/api/v1/fms-batches"
      id={id}
      lifecycle={{ statuses: batchStatuses, course: batchCourse, actions: batchCycle.actions }}
      title={(b) => `${b.period}, ${b.lineCount} lines`}
      subtitle={(b) => (
        <>
          {b.layout}, <Link to={pathTo("financeSystem")}>Finance system</Link>
        </>
      )}
      amountCents={(b) => b.debits}
      extraActions={(b) =>
        b.sentAt && can("books.confirm")
          ? [{ label: "File", icon: <Download aria-hidden="true" />, onSelect: () => file(id) }]
          : []
      }
      actionFields={{ reject: rejecting }}
      tabs={[
        {
          id: "lines",
          label: "Lines",
          content: () => (
            <DataTable<BatchLineRow>
              embedded
              fixed={`batchId=${id}`}
              name="fms-batch-lines"
              title="Lines"
              path="/api/v1/fms-batch-lines"
              columns={columns}
              filters={filters}
              defaultSort="lineNo"
              rowHref={(l) => pathTo("glEntry", { id: l.entryId })}
              searchHint="Document or account"
              empty={{ title: "No lines", text: "No line of the batch is under these filters." }}
            />
          ),
        },
        {
          id: "file",
          label: "File",
          content: (b) => (
            <Panel title="The first lines of its file">
              <pre className="mono overflow-x-auto text-12" tabIndex={0}>
                {b.preview}
              </pre>
            </Panel>
          ),
        },
      ]}
      rail={(b) => (
        <>
          <Known batch={b} />
          <Hands batch={b} />
        </>
      )}
    />
  );
}
