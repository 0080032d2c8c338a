import { FileUp } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DropZone, uploadFile } from "#web/kit/form/DropZone.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Folded } from "../Folded.tsx";
import { FeeRules } from "../match/FeeRules.tsx";
import { MatchPanel } from "../match/MatchPanel.tsx";
import { MonthTable } from "../month/MonthTable.tsx";
import { NextMonth } from "../month/NextMonth.tsx";
import type { BankStanding, LoadedFile } from "./statement.model.ts";
import { StatementTable } from "./StatementTable.tsx";

type Account = BankStanding["accounts"][number];
const money = (cents: number) => formatCents(cents, { symbol: false });

const parts: readonly LinePart<Account>[] = [
  {
    label: "Account",
    as: "title",
    cell: (a) => (
      <>
        {a.name}
        {!a.active && <span className="ml-2 text-t3">retired</span>}
      </>
    ),
  },
  { label: "Statements", cell: (a) => a.statements },
  { label: "Through", cell: (a) => (a.through ? formatDate(a.through) : "none yet") },
  {
    label: "Out, not cleared",
    cell: (a) => `${money(a.outstanding)} (${a.outstandingCount})`,
  },
  {
    label: "At the bank, $",
    as: "amount",
    cell: (a) => (a.closing === null ? "—" : money(a.closing)),
  },
];

/** What stands, in a sentence. */
const findingOf = (accounts: readonly Account[]): string => {
  const loaded = accounts.filter((a) => a.through !== null);
  const without = accounts.filter((a) => a.active && a.through === null);
  if (accounts.length === 0)
    return "No bank account of the agency is set up. A treasurer or administrator enters it under Bank accounts.";
  if (loaded.length === 0)
    return "No statement is loaded yet: what cleared is marked by hand, payment by payment.";
  const said = loaded.map(
    (a) =>
      `${a.name} stands at ${formatCents(a.closing!)} at the bank on ${formatDate(a.through!)}`,
  );
  const missing =
    without.length > 0 ? ` ${counted(without.length, "account")} in use without a statement.` : "";
  return `${said.join("; ")}.${missing}`;
};

function Result({ loaded }: { loaded: LoadedFile }) {
  const fresh = loaded.statements.filter((s) => !s.known);
  const known = loaded.statements.length - fresh.length;
  return (
    <div role="status" className="grid gap-2 text-13">
      <p>
        {fresh.length > 0
          ? `${counted(fresh.length, "statement")} loaded.`
          : "Nothing changed: everything in the file was loaded before."}
        {fresh.length > 0 && known > 0 && ` ${known} of the file were there before.`}
        {loaded.others.length > 0 &&
          ` Left out, because they are no accounts of the agency here: ${loaded.others.join(", ")}.`}
      </p>
      {fresh.length > 0 && (
        <ul className="checks">
          {fresh.slice(0, 12).map((s) => (
            <li key={s.number}>
              <span>
                <Link className="mono text-link" to={pathTo("bankStatement", { id: s.id! })}>
                  {s.number}
                </Link>{" "}
                {s.account}, {formatDate(s.onDay)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function LoadFile({ open }: { open: boolean }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<FileFailure | null>(null);
  const [loaded, setLoaded] = useState<LoadedFile | null>(null);
  const load = useMutationAction<LoadedFile>(
    "bank-statements",
    "bank-lines",
    "bank-standing",
    "bank-matching",
  );
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setBusy(true);
    setFailed(null);
    setLoaded(null);
    try {
      const stored = await uploadFile(file);
      setLoaded(
        await load.mutateAsync({
          path: "/api/v1/bank-statements/from-bai2",
          body: { fileId: stored.id },
        }),
      );
    } catch (error) {
      setFailed(failureOf(file, "taken", error));
    }
    setBusy(false);
  };
  return (
    <Folded title="Load a statement" open={open}>
      <p className="mb-3 text-t2">
        The bank&rsquo;s BAI2 file of one or several days. What does not add up is refused with its
        line, and nothing of the file is stored; the same file twice changes nothing.
      </p>
      <div className="grid gap-3" data-files>
        <DropZone
          id="bai2-file"
          accept=".bai,.bai2,.txt,text/plain"
          busy={busy}
          onFiles={(files) => void take(files)}
        />
        <FileFailures failures={failed ? [failed] : []} onRemove={() => setFailed(null)} />
        {loaded && <Result loaded={loaded} />}
        <Link className="btn justify-self-start" to={pathTo("bankLineImport")}>
          <FileUp aria-hidden="true" />
          Import a CSV instead
        </Link>
      </div>
    </Folded>
  );
}

/** What banks say of the agency's accounts, beside what is out of them. */
export function BankTab() {
  const { can } = useAuth();
  const standing = useGet<BankStanding>("bank-standing", "/api/v1/bank-standing");
  if (!can("bank.read"))
    return (
      <EmptyState page kind="no-access" title="You cannot read bank statements">
        The controller, the treasurer, accounts payable, auditors and managers can.
      </EmptyState>
    );
  if (standing.isPending) return <RecordSkeleton />;
  if (!standing.data)
    return (
      <ErrorPanel
        error={standing.error}
        what="The accounts"
        onRetry={() => void standing.refetch()}
      />
    );
  const { accounts } = standing.data;
  const stated = accounts.filter((a) => a.statements > 0);
  return (
    <div className="stack">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>Bank</h1>
          {stated.length === 0 && <p className="text-t2">{findingOf(accounts)}</p>}
        </div>
        <Link className="btn" to={pathTo("bankLines")}>
          All bank lines
        </Link>
      </header>
      {stated.map((a) => (
        <MatchPanel key={a.id} accountId={a.id} />
      ))}
      <NextMonth />
      <MonthTable />
      {can("bank.import") && accounts.length > 0 && <LoadFile open={stated.length === 0} />}
      {accounts.length > 0 && (
        <Folded title="Accounts and their statements" flush>
          {stated.length > 0 && <p className="p-4 text-t2">{findingOf(accounts)}</p>}
          <LineTable
            label="The agency's accounts at the bank"
            parts={parts}
            lines={accounts}
            keyOf={(a) => a.id}
          />
          <StatementTable />
        </Folded>
      )}
      {stated.map((a) => (
        <FeeRules key={a.id} accountId={a.id} account={a.name} />
      ))}
    </div>
  );
}
