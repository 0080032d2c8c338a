import { FileUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { saveText } from "#web/kit/csv.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useNow } from "#web/kit/now.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { exceptionCauses, exceptionStatuses } from "./positive.labels.ts";
import type { ExceptionRow, PositiveFileRow, PositiveStanding } from "./positive.model.ts";

const FileDialog = dialogOnDemand(async () => (await import("./PositiveDialogs.tsx")).FileDialog);
const AskDialog = dialogOnDemand(async () => (await import("./PositiveDialogs.tsx")).AskDialog);

const columns: readonly Column<ExceptionRow>[] = [
  { id: "checkNumber", label: "Check", kind: "plate", value: (row) => row.checkNumber },
  { id: "says", label: "What differs", kind: "text", value: (row) => row.says, title: true },
  { id: "cause", label: "Because", kind: "text", value: (row) => exceptionCauses[row.cause] },
  { id: "cutOffAt", label: "Cut-off", kind: "instant", value: (row) => row.cutOffAt },
  { id: "decidedName", label: "Decided by", kind: "text", value: (row) => row.decidedName || null },
  {
    ...{ id: "cents", label: "Presented for", kind: "money" },
    value: (row) => row.cents,
    main: () => true,
  },
  {
    ...{ id: "status", label: "Decision", kind: "status", statuses: exceptionStatuses },
    value: (row) => row.status,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Decision",
    kind: "set",
    pinned: true,
    options: options(exceptionStatuses),
  },
  { id: "cause", label: "Because", kind: "set", options: options(exceptionCauses) },
];

function Taken({ file }: { file: PositiveFileRow }) {
  const { mutateAsync } = useMutationAction<{ name: string; text: string }>();
  const take = async () => {
    const path = `/api/v1/positive-pay-files/${file.id}/open`;
    const { name, text } = await mutateAsync({ path, body: {} });
    saveText(name, text, "text/plain");
  };
  return (
    <button type="button" className="text-link" onClick={() => void take()}>
      {file.number}
    </button>
  );
}

const fileColumns = (mayTake: boolean): readonly Column<PositiveFileRow>[] => [
  {
    ...{ id: "number", label: "File", kind: "text", title: true },
    value: (row) => row.number,
    ...(mayTake ? { cell: (row: PositiveFileRow) => <Taken file={row} /> } : {}),
  },
  { id: "accountName", label: "Account", kind: "text", value: (row) => row.accountName },
  { id: "layoutName", label: "Layout", kind: "text", value: (row) => row.layoutName },
  { id: "issues", label: "Issued", kind: "number", value: (row) => row.issues },
  { id: "voids", label: "Voided", kind: "number", value: (row) => row.voids },
  {
    ...{ id: "cents", label: "Amount", kind: "money" },
    value: (row) => row.cents,
    main: () => true,
  },
  { id: "madeName", label: "Made by", kind: "text", value: (row) => row.madeName },
  { id: "createdAt", label: "Made", kind: "instant", value: (row) => row.createdAt },
];

const partsOf = (s: PositiveStanding, timeZone: string): FindingPart[] => {
  const sum = (of: "issues" | "voids") => s.accounts.reduce((n, each) => n + each[of], 0);
  const [issues, voids] = [sum("issues"), sum("voids")];
  return [
    ...(s.open > 0 && s.firstCutOff
      ? [
          {
            text: `${counted(s.open, "check waits", "checks wait")} for a decision, the first until ${formatInstant(s.firstCutOff, timeZone)}`,
          },
        ]
      : []),
    ...(issues > 0
      ? [{ text: `${counted(issues, "check has", "checks have")} not gone to the bank` }]
      : []),
    ...(voids > 0
      ? [{ text: `${counted(voids, "void is", "voids are")} not told to the bank` }]
      : []),
  ];
};

function Head({ make, ask }: { make: (() => void) | null; ask: () => void }) {
  const { can } = useAuth();
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Positive pay</h1>
      <Link className="btn" to={pathTo("positiveLayouts")}>
        Layouts
      </Link>
      {can("bank.import") && (
        <>
          <Link className="btn" to={pathTo("checkExceptionImport")}>
            <FileUp aria-hidden="true" />
            Import
          </Link>
          <button type="button" className="btn" onClick={ask}>
            The bank asks
          </button>
        </>
      )}
      {make && can("positivePay.send") && (
        <button type="button" className="btn btn-primary" onClick={make}>
          Make the file
        </button>
      )}
    </header>
  );
}

function Tables() {
  const { can } = useAuth();
  return (
    <>
      <section className="grid gap-3">
        <h2>What banks ask</h2>
        <DataTable<ExceptionRow>
          name="check-exceptions"
          title="What banks ask"
          path="/api/v1/check-exceptions"
          columns={columns}
          filters={filters}
          defaultSort="cutOffAt"
          pageSize={10}
          rowHref={(row) => pathTo("checkException", { id: row.id })}
          exportable
          embedded
          empty={{
            title: "The bank asks nothing",
            text: "A check that differs from what was issued stands here until its cut-off.",
          }}
        />
      </section>
      <section className="grid gap-3">
        <h2>Files</h2>
        <DataTable<PositiveFileRow>
          name="positive-pay-files"
          title="Files"
          path="/api/v1/positive-pay-files"
          columns={fileColumns(can("positivePay.send"))}
          defaultSort="-createdAt"
          pageSize={10}
          exportable
          embedded
          empty={{
            title: "No file yet",
            text: "A file takes all checks that have not gone to the bank, each once.",
          }}
        />
      </section>
    </>
  );
}

/** What the bank knows of the agency's checks, and what it asks. */
export function PositiveTab() {
  const { timeZone } = useAgency();
  const now = useNow();
  const [open, setOpen] = useState<"file" | "ask" | null>(null);
  const { data, error, refetch } = useGet<PositiveStanding>(
    "positive-pay-standing",
    "/api/v1/positive-pay-standing",
  );
  if (error) return <ErrorPanel error={error} what="Positive pay" onRetry={() => void refetch()} />;
  if (!data) return <RecordSkeleton />;
  const close = () => setOpen(null);
  return (
    <div className="stack">
      <Head
        make={data.layouts.length > 0 ? () => setOpen("file") : null}
        ask={() => setOpen("ask")}
      />
      <Finding
        parts={partsOf(data, timeZone)}
        none={
          data.layouts.length === 0
            ? "No layout is published: write the bank's layout first, and try it on the last run."
            : "Every check has gone to the bank, and the bank asks nothing."
        }
      />
      <Tables />
      {open === "file" && <FileDialog standing={data} onClose={close} />}
      {open === "ask" && (
        <AskDialog
          standing={data}
          today={dateIn(new Date(now).toISOString(), timeZone)}
          onClose={close}
        />
      )}
    </div>
  );
}
