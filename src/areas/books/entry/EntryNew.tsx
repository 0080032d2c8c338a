import { pathTo } from "#areas.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { EntryFields, entryForm } from "./EntryFields.tsx";

/** Drafts an entry of the general ledger. */
export default function EntryNew() {
  return (
    <>
      <BudgetNav />
      <NewRecord
        form={entryForm}
        draft="journal-entry-new"
        title="New journal entry"
        lead="It balances in each fund. Spending and revenue are named by account string, so that their budgets follow; everything else by fund and account. Another person posts it."
        known={null}
        submitLabel="Save draft"
        list={pathTo("journalEntries")}
        page={(id) => pathTo("journalEntry", { id })}
      >
        <EntryFields />
      </NewRecord>
    </>
  );
}
