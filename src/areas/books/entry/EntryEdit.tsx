import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { EntryFields, entryForm } from "./EntryFields.tsx";
import type { EntryDetail } from "./entry.model.ts";

/** Corrects an entry that was not sent, or that was returned. */
export default function EntryEdit() {
  return (
    <EditRecord<EntryDetail>
      form={entryForm}
      draft="journal-entry"
      what="This entry"
      put
      closed="An entry is corrected while it is a draft or was returned."
      page={(id) => pathTo("journalEntry", { id })}
    >
      {(entry) => <EntryFields entry={entry} />}
    </EditRecord>
  );
}
