import type { ComponentType } from "react";
import { TextArea } from "#web/kit/form/fields.tsx";
import { RecordDialog, type AnyForm } from "#web/kit/form/RecordForm.tsx";
import { ApiProblem } from "#web/kit/api.ts";
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

// The same form, proposed: its content beside why, and what it is about.
const proposalOf = (list: SharedListName, form: AnyForm, entry: EntryOf | null) => ({
  path: "/api/v1/list-proposals",
  blank: (known: object = {}) => ({ ...form.blank(known), reason: "" }),
  toForm: form.toForm,
  toInput: ({ reason, ...content }: Values) => ({
    list,
    content: form.toInput(content as never),
    reason,
    ...(entry && { entryId: entry.id, entryVersion: entry.version }),
  }),
});

type Props = {
  list: SharedListName;
  form: AnyForm;
  entry: EntryOf | null;
  proposes: boolean;
  fields: ComponentType<{ isNew: boolean }>;
  onClose: () => void;
};

function ProposeDialog({ list, form, entry, fields: Fields, onClose }: Props) {
  const { one } = sharedListNames[list];
  return (
    <RecordDialog
      form={proposalOf(list, form, entry)}
      known={entry}
      nouns={[list]}
      title={entry ? "Propose a change" : `Propose a ${one}`}
      description="Whoever keeps the list accepts or declines it."
      submitLabel="Propose"
      refused={onField}
      saved={() => notify.done("Proposed", "The keeper of the list decides; you are told.")}
      onClose={onClose}
    >
      <Fields isNew={entry === null} />
      <TextArea
        name="reason"
        label="Why"
        rows={2}
        maxLength={1000}
        hint="What the keeper should know"
      />
    </RecordDialog>
  );
}

/** Adds or changes an entry of a shared list; who may not edit proposes the same. */
export function EntryDialog(props: Props) {
  const { list, form, entry, proposes, fields: Fields, onClose } = props;
  const { one } = sharedListNames[list];
  if (proposes) return <ProposeDialog {...props} />;
  return (
    <RecordDialog
      form={form}
      record={entry}
      nouns={[list, "list-proposals"]}
      title={entry ? `Change this ${one}` : `Add a ${one}`}
      submitLabel={entry ? "Save" : `Add ${one}`}
      onClose={onClose}
    >
      <Fields isNew={entry === null} />
    </RecordDialog>
  );
}
