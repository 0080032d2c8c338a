import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Note } from "./claim.model.ts";

/** Counsel's notes: only whoever has the duty is given them. */
export function Notes({ claimId }: { claimId: string }) {
  const { timeZone } = useAgency();
  const path = `/api/v1/claims/${claimId}/notes`;
  const notes = useGet<{ items: Note[] }>("claims", path);
  const act = useMutationAction("claims");
  if (notes.error) return <ErrorPanel error={notes.error} what="Counsel's notes" />;
  const items = notes.data?.items ?? [];
  return (
    <Panel title="Counsel's notes">
      <div className="grid gap-4">
        <p className="text-13 text-t2">
          For counsel alone. The history says that there is a note, and nothing of what it says.
        </p>
        {items.map((note) => (
          <div key={note.id}>
            <p className="whitespace-pre-wrap">{note.body}</p>
            <small className="text-t3">
              {note.author}, {formatInstant(note.createdAt, timeZone)}
            </small>
          </div>
        ))}
        <Form<{ body: string }>
          key={items.length}
          formKey={null}
          defaultValues={{ body: "" }}
          submitLabel="Keep the note"
          onSubmit={async (body) => {
            await act.mutateAsync({ path, body });
            notify.done("Kept");
          }}
        >
          <TextArea name="body" label="Note" rows={4} required maxLength={20000} />
        </Form>
      </div>
    </Panel>
  );
}
