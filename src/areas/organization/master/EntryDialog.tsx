import type { ComponentType } from "react";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { ApiProblem } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { sharedListNames, type SharedListName } from "./master.labels.ts";

type Values = Record<string, unknown>;
/** What the dialog needs of an entry: its id and version beside its fields. */
export type EntryOf = { id: string; version: number };

// Problems of a proposal name `content.name`: the form's field is `name`.
const onField = (error: unknown): unknown =>
  error instanceof ApiProblem
    ? new ApiProblem(error.status, {
        ...error.extra,
        code: error.code,
        detail: error.message,
        errors: error.errors.map((one) => ({
          ...one,
          path: one.path.replace(/^content\./, ""),
        })),
      })
    : error;

/** Adds or changes an entry of a shared list; who may not edit proposes the same. */
export function EntryDialog({
  list,
  path,
  entry,
  blank,
  proposes,
  fields: Fields,
  onClose,
}: {
  list: SharedListName;
  path: string;
  entry: EntryOf | null;
  blank: Values;
  proposes: boolean;
  fields: ComponentType<{ isNew: boolean }>;
  onClose: () => void;
}) {
  const save = useMutationAction(path, list, "list-proposals");
  const { one } = sharedListNames[list];
  const send = async ({ reason, ...content }: Values) => {
    if (proposes) {
      const about = entry ? { entryId: entry.id, entryVersion: entry.version } : {};
      await save
        .mutateAsync({ path: "/api/v1/list-proposals", body: { list, content, reason, ...about } })
        .catch((error: unknown) => {
          throw onField(error);
        });
      notify.done("Proposed", "The keeper of the list decides; you are told.");
    } else if (entry)
      await save.mutateAsync({
        method: "PATCH",
        path: `${path}/${entry.id}`,
        version: entry.version,
        body: content,
      });
    else await save.mutateAsync({ path, body: content });
    onClose();
  };
  const verb = proposes ? "Propose" : entry ? "Change" : "Add";
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={entry ? `${verb} ${proposes ? "a change" : `this ${one}`}` : `${verb} a ${one}`}
      {...(proposes && { description: "Whoever keeps the list accepts or declines it." })}
    >
      <Form<Values>
        formKey={null}
        defaultValues={{ ...(entry ? formOf(blank, entry) : blank), reason: "" }}
        submitLabel={proposes ? "Propose" : entry ? "Save" : `Add ${one}`}
        onCancel={onClose}
        onSubmit={send}
      >
        <Fields isNew={entry === null} />
        {proposes && (
          <TextArea
            name="reason"
            label="Why"
            rows={2}
            maxLength={1000}
            hint="What the keeper should know"
          />
        )}
      </Form>
    </Dialog>
  );
}
