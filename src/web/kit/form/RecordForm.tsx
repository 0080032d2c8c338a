import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import type { RecordForm as Declared } from "#kernel/record-form.ts";
import { Dialog } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "../states.tsx";
import { Form } from "./Form.tsx";
import { useOpened } from "./opened.ts";
import type { Conflict } from "./useEditConflict.ts";

/** The form of any noun, as `recordForm` declares it. */
type AnyForm = Pick<Declared, "path"> & {
  blank: (known?: object) => object;
  toForm: (record: object) => object;
  toInput: (form: never) => object;
};

type Common = {
  /** The noun's form, `recordForm(…)` of `<noun>.form.ts`. */
  form: AnyForm;
  /** Names the draft on this device; null keeps none. */
  draft: string | null;
  /** What is read anew after it was saved, besides the noun itself. */
  nouns?: readonly string[];
  submitLabel: string;
  wide?: boolean;
  onCancel?: () => void;
  /** Where to go on; `id` of the record that was saved. */
  onSaved: (id: string) => unknown;
};
type Props = Common & {
  /** The record that is changed, as its form was opened with it; without it a new one is made. */
  record?: { id: string; version: number };
  conflictOf?: (toForm: (record: object) => Record<string, unknown>) => Conflict;
  /** What a new one begins with, as a record would hold it. */
  known?: object | null | undefined;
  /** What a new one is made within: sent besides its form. */
  within?: object;
  /** A record that is changed as a whole is put, not patched. */
  put?: boolean;
  children: ReactNode | ((form: UseFormReturn<FieldValues>) => ReactNode);
};

/**
 * The form of a noun, new or changed: begins with what its fields say, sends what they take (POST to
 * the noun's path, PATCH below it under the version that was opened), and shows what the server
 * refuses at its field. As every form it keeps what was typed and asks before somebody leaves.
 */
export function RecordForm(props: Props) {
  const { record, known, within, put = false, nouns = [], wide = true, onCancel, children } = props;
  const { path } = props.form;
  const toForm = props.form.toForm as (record: object) => FieldValues;
  const toInput = props.form.toInput as (values: FieldValues) => object;
  const save = useMutationAction<{ id: string } | undefined>(path, ...nouns);
  const send = async (values: FieldValues) => {
    const made = await save.mutateAsync(
      record
        ? {
            method: put ? "PUT" : "PATCH",
            path: `${path}/${record.id}`,
            body: toInput(values),
            version: record.version,
          }
        : { path, body: { ...toInput(values), ...within } },
    );
    await props.onSaved(record?.id ?? made?.id ?? "");
  };
  return (
    <Form<FieldValues>
      formKey={props.draft}
      defaultValues={record ? toForm(record) : props.form.blank(known ?? {})}
      submitLabel={props.submitLabel}
      wide={wide}
      {...(onCancel && { onCancel })}
      {...(record && { version: record.version })}
      {...(props.conflictOf && { conflict: props.conflictOf(toForm) })}
      onSubmit={send}
    >
      {children}
    </Form>
  );
}

type NewProps = Omit<Props, "record" | "conflictOf" | "put" | "onCancel" | "onSaved"> & {
  title: string;
  /** A sentence below the title. */
  lead?: ReactNode;
  /** Where the list is, to which *Cancel* goes back. */
  list: string;
  /** Where the new record is shown. */
  page: (id: string) => string;
};

/** The screen that makes a record. */
export function NewRecord({ title, lead, list, page, ...form }: NewProps) {
  const navigate = useNavigate();
  const heading = <h1 className="text-22 font-semibold">{title}</h1>;
  return (
    <div className="stack">
      {lead ? (
        <div>
          {heading}
          <p className="text-t2">{lead}</p>
        </div>
      ) : (
        heading
      )}
      <RecordForm
        {...form}
        onCancel={() => void navigate(list)}
        onSaved={(id) => void navigate(page(id))}
      />
    </div>
  );
}

type Editable = { id: string; version: number; number?: string; canEdit?: boolean };
type EditProps<D extends Editable> = Pick<Common, "form" | "nouns" | "wide"> & {
  /** Names the draft; the record's id follows. */
  draft: string;
  /** The record in the sentence that says it could not be read: "This asset". */
  what: string;
  submitLabel?: string;
  /** What the record is called in the title; its number by itself. */
  name?: (record: D) => string;
  /** Whether this person may change it now; `canEdit` of the record by itself. */
  may?: (record: D) => boolean;
  /** Why not. */
  closed?: ReactNode;
  /** A button that leads back to a record that cannot be changed now. */
  opens?: string;
  put?: boolean;
  page: (id: string) => string;
  children: (record: D) => ReactNode;
};

/** The screen that changes the record of the address (`:id`), or says why it cannot be changed now. */
export function EditRecord<D extends Editable>(props: EditProps<D>) {
  const { form, what, nouns, wide, put } = props;
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const opened = useOpened<D>(form.path, id);
  if (opened.isPending) return <RecordSkeleton />;
  const { record } = opened;
  if (!record)
    return <ErrorPanel error={opened.error} what={what} onRetry={() => void opened.refetch()} />;
  const back = () => void navigate(props.page(id));
  const name = props.name?.(record) ?? record.number ?? "";
  if (!(props.may?.(record) ?? record.canEdit ?? true))
    return (
      <EmptyState
        page
        kind="no-access"
        title={`${name} cannot be changed now`}
        {...(props.opens && {
          action: (
            <button type="button" className="btn" onClick={back}>
              {props.opens}
            </button>
          ),
        })}
      >
        {props.closed}
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Change {name}</h1>
      <RecordForm
        form={form}
        draft={`${props.draft}-${id}`}
        submitLabel={props.submitLabel ?? "Save"}
        {...(nouns && { nouns })}
        {...(wide === undefined ? {} : { wide })}
        {...(put && { put })}
        record={record}
        conflictOf={opened.conflictOf as NonNullable<Props["conflictOf"]>}
        onCancel={back}
        onSaved={back}
      >
        {props.children(record)}
      </RecordForm>
    </div>
  );
}

type DialogProps = Omit<Props, "draft" | "onCancel" | "onSaved" | "submitLabel"> & {
  title: string;
  description?: string;
  submitLabel?: string;
  /** A dialog as wide as a small page. */
  large?: boolean;
  onClose: () => void;
  /** The record that was saved. */
  onDone?: (id: string) => unknown;
};

/** The same in a dialog, new (no `record`) or changed. */
export function RecordDialog({
  title,
  description,
  large = false,
  onClose,
  onDone,
  ...form
}: DialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(description && { description })}
      {...(large && { className: "dialog dialog-wide" })}
    >
      <RecordForm
        wide={false}
        submitLabel="Save"
        {...form}
        draft={null}
        onCancel={onClose}
        onSaved={(id) => {
          onClose();
          onDone?.(id);
        }}
      />
    </Dialog>
  );
}
