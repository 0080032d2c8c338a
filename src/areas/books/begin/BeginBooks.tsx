import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import type { BooksStanding } from "./begin.model.ts";

const nouns = [
  "books-standing",
  "accounting-periods",
  "gl-entries",
  "gl-pending",
  "posting-rules",
] as const;

/** Where an agency keeps no general ledger: what beginning one does, and the way to begin. */
export function BeginBooks({ standing }: { standing: BooksStanding }) {
  const { can } = useAuth();
  const [beginning, setBeginning] = useState(false);
  const [first] = standing.years;
  return (
    <>
      <EmptyState page kind="first-use" title="The agency keeps no general ledger here yet">
        It begins with a fiscal year: usual balance sheet accounts, twelve periods and one for
        adjustments, and posting rules that can be changed. What the budget and the payments wrote
        since is posted at once; opening balances are entered by hand.
        {!can("books.confirm") &&
          " A controller, a budget officer, a manager or an administrator begins it."}
      </EmptyState>
      {can("books.confirm") && first && (
        <button
          type="button"
          className="btn btn-primary justify-self-center"
          onClick={() => setBeginning(true)}
        >
          Begin the books
        </button>
      )}
      {beginning && first && (
        <PostDialog<{ fiscalYearId: string }>
          title="Begin the books"
          description="The first day of the fiscal year stays their beginning."
          path="/api/v1/books-standing/actions/begin"
          submit="Begin"
          values={{ fiscalYearId: first.id }}
          nouns={nouns}
          onClose={() => setBeginning(false)}
        >
          <SelectField
            name="fiscalYearId"
            label="Fiscal year"
            required
            options={standing.years.map((y) => ({
              value: y.id,
              label: `${y.year}, from ${formatDate(y.startsOn)}`,
            }))}
          />
        </PostDialog>
      )}
    </>
  );
}
