import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { useCycle } from "../cycle/useCycle.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { BookAppendix, BookSums } from "./BookParts.tsx";
import type { BookDetail, BookRow } from "./book.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });

function Files({ book }: { book: BookRow }) {
  const take = (kind: string) =>
    download(`/api/v1/budget-books/${book.id}/book.${kind}`).catch((error: unknown) =>
      notify.failed("The book was not saved", error),
    );
  return (
    <p className="flex flex-wrap gap-3">
      {(["pdf", "html", "csv"] as const).map((kind) => (
        <button key={kind} type="button" className="btn btn-small" onClick={() => void take(kind)}>
          {kind.toUpperCase()}
        </button>
      ))}
    </p>
  );
}

function Book({ id }: { id: string }) {
  const { timeZone } = useAgency();
  const found = useGet<BookDetail>("budget-cycles", `/api/v1/budget-books/${id}`);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The book" />;
  const book = found.data;
  const { content: b } = book;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-18 font-semibold">
          Budget {b.year}, version {book.versionNo}
        </h2>
        <Badge
          tone={book.stage === "adopted" ? "success" : "warning"}
          label={book.stage === "adopted" ? "Adopted" : "Proposed"}
        />
        <Files book={book} />
      </div>
      <p className="text-13 text-t2">
        Frozen {formatInstant(book.createdAt, timeZone)}
        {book.publishedBy && ` by ${book.publishedBy}`}. SHA-256{" "}
        <code className="[overflow-wrap:anywhere]">{book.hash}</code>
      </p>
      {b.message && <p className="whitespace-pre-line">{b.message}</p>}
      {b.decision && (
        <p>
          Adopted on {formatDate(b.decision.decidedOn)} by resolution {b.decision.resolution},{" "}
          {b.decision.votesFor} for and {b.decision.votesAgainst} against.
        </p>
      )}
      <BookSums b={b} />
      <Panel title="Funds" flush>
        <LineTable
          label="Funds of the book"
          lines={b.funds}
          keyOf={(f) => f.fund}
          across={2}
          parts={[
            { label: "Fund", as: "title", cell: (f) => f.fund },
            { label: "Begins with, $", cell: (f) => money(f.beginning) },
            { label: "Takes in, $", cell: (f) => money(f.revenue + f.transfersIn) },
            { label: "Spends, $", cell: (f) => money(f.expenditure + f.transfersOut) },
            { label: "Ends with, $", as: "amount", cell: (f) => money(f.end) },
          ]}
        />
      </Panel>
      <Panel title="Departments">
        {b.departments.map((d) => (
          <details key={d.code}>
            <summary>
              {d.department}: {formatCents(d.cents)}
            </summary>
            {d.narrative && <p className="my-2 whitespace-pre-line">{d.narrative}</p>}
            <LineTable
              label={`Lines of ${d.department}`}
              lines={d.accounts}
              keyOf={(a) => a.code}
              parts={[
                { label: "Account", as: "title", cell: (a) => `${a.code} ${a.label}` },
                {
                  label: "Actual, $",
                  cell: (a) => (a.actual === undefined ? "" : money(a.actual)),
                },
                { label: "Year before, $", cell: (a) => money(a.before) },
                { label: "This budget, $", as: "amount", cell: (a) => money(a.cents) },
              ]}
            />
          </details>
        ))}
      </Panel>
      <BookAppendix b={b} />
    </div>
  );
}

/** The books of the cycles: frozen, with their hash, to read and to take along. */
export default function BookPage() {
  const { can } = useAuth();
  const { cycle } = useCycle();
  const found = useGet<{ items: BookRow[] }>("budget-cycles", "/api/v1/budget-books", {
    first: true,
  });
  const publish = useMutationAction<{ versionNo: number }>("budget-cycles");
  const [chosen, setChosen] = useState<string | null>(null);
  const books = found.data?.items ?? [];
  const id = chosen ?? books[0]?.id ?? null;
  const freeze = async () => {
    try {
      const made = await publish.mutateAsync({
        path: `/api/v1/budget-cycles/${cycle!.id}/books`,
        body: {},
      });
      setChosen(null);
      notify.done("Book published", `Version ${made.versionNo}`);
    } catch (error) {
      notify.failed("The book was not published", error);
    }
  };
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <div className="flex flex-wrap items-end gap-3">
          <h1 className="mr-auto text-22 font-semibold">Budget book</h1>
          {books.length > 1 && (
            <label className="field">
              <span>Version</span>
              <select
                className="field-control"
                value={id ?? ""}
                onChange={(e) => setChosen(e.target.value)}
              >
                {books.map((b) => (
                  <option key={b.id} value={b.id}>
                    {b.year} {b.stage}, version {b.versionNo}
                  </option>
                ))}
              </select>
            </label>
          )}
          {can("budget.edit") && cycle && (
            <button type="button" className="btn btn-primary" onClick={() => void freeze()}>
              Freeze and publish
            </button>
          )}
        </div>
        {found.isPending && <RecordSkeleton />}
        {found.isError && <ErrorPanel error={found.error} what="The books" />}
        {found.data && books.length === 0 && (
          <EmptyState kind="first-use" title="No book yet">
            Once a budget is recommended, its book is frozen here: every figure with its hash, as
            page, PDF and CSV, and on the citizen portal where the agency publishes its budget.
          </EmptyState>
        )}
        {id && <Book key={id} id={id} />}
      </div>
    </>
  );
}
