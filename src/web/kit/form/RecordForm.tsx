import type { ReactNode } from "react";
import type { FieldValues, Resolver, UseFormReturn } from "react-hook-form";
import { useNavigate, useParams } from "react-router";
import type { RecordForm as Declared } from "#kernel/record-form.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "../overlays.tsx";
import { useMutationAction } from "../queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "../states.tsx";
import { Form } from "./Form.tsx";
import { useOpened, useOpenedRow } from "./opened.ts";
import type { Conflict } from "./useEditConflict.ts";

/** The form of any noun, as `recordForm` declares it. */
export type AnyForm = Pick<Declared, "path"> & {
  blank: (known?: object) => object;
  toForm: (record: never, zone?: string) => object;
  toInput: (form: never, zone?: string) => object;
};
/** The form of what is made and never changed by a form. */
export const madeForm = <V extends object>(
  path: `/api/v1/${string}`,
  blank: V,
  toInput: (values: V) => object,
): AnyForm => ({
  path,
  blank: (known = {}) => ({ ...blank, ...known }),
  toForm: () => blank,
  toInput: toInput as AnyForm["toInput"],
});
/** What was saved: the record's id, what the server answered, and by which button it was sent. */
type Saved = { id: string; answer: Record<string, unknown>; choice: string | null };
/** What every form of a record may say besides. */
type Ways = {
  /** Other ways to send the same form, beside the first. */
  choices?: readonly { name: string; label: string }[];
  /** What is sent besides the form, anew and changed alike, such as the button that was pressed. */
  also?: (choice: string | null, values: FieldValues) => object;
  /** Rules that hold while it is typed; the server's hold anyway. */
  resolver?: Resolver<FieldValues>;
  /** What the server refuses, as this form shows it. */
  refused?: (error: unknown, values: FieldValues) => unknown;
  /** Sends it, perhaps once more with what a question answered. */
  sending?: <T>(send: (more: object) => Promise<T>) => Promise<T>;
  /** Once it is saved, before its page opens; `before` is the record as the form was opened with it. */
  saved?: (saved: Saved, values: FieldValues, before: object | null) => unknown;
};

type Common = Ways & {
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
  onSaved: (id: string, saved: Saved) => unknown;
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

const once = <T,>(send: (more: object) => Promise<T>): Promise<T> => send({});

/**
 * The form of a noun, new or changed: begins with what its fields say, sends what they take (POST to
 * the noun's path, PATCH below it under the version that was opened), and shows what the server
 * refuses at its field. As every form it keeps what was typed and asks before somebody leaves.
 */
export function RecordForm(props: Props) {
  const { record, known, within, put = false, nouns = [], wide = true, onCancel, children } = props;
  const { path } = props.form;
  const { timeZone } = useAgency();
  const toForm = (of: object) => props.form.toForm(of as never, timeZone) as FieldValues;
  const save = useMutationAction<Record<string, unknown> | undefined>(path, ...nouns);
  const send = async (values: FieldValues, choice: string | null) => {
    const body = {
      ...props.form.toInput(values as never, timeZone),
      ...(record ? {} : within),
      ...props.also?.(choice, values),
    };
    const to = record
      ? {
          method: put ? ("PUT" as const) : ("PATCH" as const),
          path: `${path}/${record.id}`,
          version: record.version,
        }
      : { path };
    const sent = (more: object) => save.mutateAsync({ ...to, body: { ...body, ...more } });
    const answer = await (props.sending ?? once)(sent).catch((error: unknown) => {
      throw props.refused?.(error, values) ?? error;
    });
    const id = record?.id ?? (answer?.["id"] as string | undefined) ?? "";
    const saved = { id, answer: answer ?? {}, choice };
    await props.saved?.(saved, values, record ?? null);
    await props.onSaved(id, saved);
  };
  return (
    <Form<FieldValues>
      formKey={props.draft}
      defaultValues={record ? toForm(record) : props.form.blank(known ?? {})}
      submitLabel={props.submitLabel}
      wide={wide}
      {...(onCancel && { onCancel })}
      {...(props.choices && { choices: props.choices })}
      {...(props.resolver && { resolver: props.resolver })}
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
  page: (id: string, saved: Saved) => string;
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
        onSaved={(id, saved) => void navigate(page(id, saved))}
      />
    </div>
  );
}

type Editable = { id: string; version: number; number?: string; canEdit?: boolean };
type EditProps<D extends Editable> = Pick<Common, "form" | "nouns" | "wide" | keyof Ways> & {
  /** Names the draft; the record's id follows. Null keeps none. */
  draft: string | null;
  /** The record in the sentence that says it could not be read: "This asset". */
  what: string;
  submitLabel?: string;
  /** What the record is called in the title; its number by itself. */
  name?: (record: D) => string;
  /** Whether this person may change it now; `canEdit` of the record by itself. */
  may?: (record: D) => boolean;
  /** Why not. */
  closed?: ReactNode | ((record: D) => ReactNode);
  /** The sentence that says so, before its reason. */
  closedTitle?: (name: string) => string;
  /** The heading; `Change` and the name by itself. */
  heading?: (record: D) => ReactNode;
  /** A button that leads back to a record that cannot be changed now. */
  opens?: string;
  put?: boolean;
  /** Where to go on: back (no `saved`), or once it is saved. */
  page: (id: string, saved?: Saved) => string;
  children: (record: D) => ReactNode;
};

const waysOf = ({ choices, also, resolver, refused, sending, saved }: Ways): Ways => ({
  ...(choices && { choices }),
  ...(also && { also }),
  ...(resolver && { resolver }),
  ...(refused && { refused }),
  ...(sending && { sending }),
  ...(saved && { saved }),
});

/** The screen that changes the record of the address (`:id`), or says why it cannot be changed now. */
export function EditRecord<D extends Editable>(props: EditProps<D>) {
  const { form, what, nouns, wide, put, draft } = props;
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
        title={props.closedTitle?.(name) ?? `${name} cannot be changed now`}
        {...(props.opens && {
          action: (
            <button type="button" className="btn" onClick={back}>
              {props.opens}
            </button>
          ),
        })}
      >
        {typeof props.closed === "function" ? props.closed(record) : props.closed}
      </EmptyState>
    );
  return (
    <div className="stack">
      {props.heading?.(record) ?? <h1 className="text-22 font-semibold">Change {name}</h1>}
      <RecordForm
        form={form}
        draft={draft === null ? null : `${draft}-${id}`}
        {...waysOf(props)}
        submitLabel={props.submitLabel ?? "Save"}
        {...(nouns && { nouns })}
        {...(wide === undefined ? {} : { wide })}
        {...(put && { put })}
        record={record}
        conflictOf={opened.conflictOf as NonNullable<Props["conflictOf"]>}
        onCancel={back}
        onSaved={(_id, saved) => void navigate(props.page(id, saved))}
      >
        {props.children(record)}
      </RecordForm>
    </div>
  );
}

type Row = { id: string; version: number };
type DialogProps = Omit<Props, "draft" | "onCancel" | "onSaved" | "submitLabel" | "record"> & {
  title: string;
  description?: string;
  submitLabel?: string;
  /** A dialog as wide as a small page. */
  large?: boolean;
  /** The row that is changed; without it a new one is made. */
  record?: Row | null;
  /** Reads the row as it is now, for whoever was slower; null where it is gone. */
  newest?: (opened: Row) => Promise<Row | null>;
  onClose: () => void;
  /** The record that was saved. */
  onDone?: (id: string, saved: Saved) => unknown;
};

/** The same in a dialog, new (no `record`) or changed. */
export function RecordDialog({
  title,
  description,
  large = false,
  record: row = null,
  newest,
  onClose,
  onDone,
  ...form
}: DialogProps) {
  const opened = useOpenedRow(row, async (of) => (await newest?.(of)) ?? null);
  return (
    <Dialog
      onClose={onClose}
      title={title}
      {...(description && { description })}
      {...(large && { className: "dialog dialog-wide" })}
    >
      <RecordForm
        wide={false}
        submitLabel="Save"
        {...form}
        {...(opened.record && { record: opened.record })}
        {...(newest && { conflictOf: opened.conflictOf as NonNullable<Props["conflictOf"]> })}
        draft={null}
        onCancel={onClose}
        onSaved={(id, saved) => {
          onClose();
          onDone?.(id, saved);
        }}
      />
    </Dialog>
  );
}
