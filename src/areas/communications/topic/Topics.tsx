import { Plus } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { CheckboxField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { TopicInput, TopicRow } from "./topic.model.ts";

const path = "/api/v1/notice-topics";

function TopicDialog({ topic, onClose }: { topic: TopicRow | null; onClose: () => void }) {
  const save = useMutationAction("notice-topics");
  const send = async ({ name, about, active }: TopicInput) => {
    const body = { name, about, active };
    await save.mutateAsync(
      topic
        ? { method: "PUT", path: `${path}/${topic.id}`, body, version: topic.version }
        : { path, body },
    );
    notify.done("Saved");
    onClose();
  };
  return (
    <FormDialog<TopicInput>
      title={topic ? `Change ${topic.name}` : "Add a topic"}
      description="People ask for topics on the citizen portal. One out of use is offered to nobody any more."
      defaultValues={{
        name: topic?.name ?? "",
        about: topic?.about ?? "",
        active: topic?.active ?? true,
      }}
      submitLabel="Save"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={80} />
      <TextArea name="about" label="What it is about" rows={2} maxLength={300} />
      <CheckboxField name="active" label="In use" />
    </FormDialog>
  );
}

/** What people of the public may hear of by mail, and how many asked for it. */
export function Topics() {
  const { can } = useAuth();
  const [open, setOpen] = useState<TopicRow | "new" | null>(null);
  const list = useGet<{ items: TopicRow[] }>("notice-topics", `${path}?limit=200`);
  if (list.isPending) return <TableSkeleton columns={2} label="Loading the topics" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The topics" />;
  return (
    <div className="grid gap-4">
      {can("notice.write") && (
        <p>
          <button type="button" className="btn" onClick={() => setOpen("new")}>
            <Plus aria-hidden="true" />
            Add a topic
          </button>
        </p>
      )}
      {list.data.items.length === 0 && (
        <EmptyState kind="first-use" title="No topics yet">
          Water, roads, meetings: what people may ask to hear of.
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {list.data.items.map((topic) => (
          <li key={topic.id} className="grid gap-0.5">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <b>{topic.name}</b>
              <span className="text-13 text-t3">
                {counted(topic.subscribers, "subscriber")}
                {!topic.active && " · out of use"}
              </span>
              {can("notice.write") && (
                <button
                  type="button"
                  className="btn btn-quiet btn-small"
                  aria-label={`Change ${topic.name}`}
                  onClick={() => setOpen(topic)}
                >
                  Change
                </button>
              )}
            </div>
            {topic.about && <p className="text-t2">{topic.about}</p>}
          </li>
        ))}
      </ul>
      {open && <TopicDialog topic={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </div>
  );
}
