import type { ReactNode } from "react";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** A dialog with one form that posts to an address. */
export function PostDialog<V extends object>({
  title,
  description,
  path,
  submit,
  values,
  nouns,
  bodyOf = (given) => given,
  onClose,
  onDone,
  children,
}: {
  title: string;
  description: string;
  path: string;
  submit: string;
  values: V;
  nouns: readonly string[];
  bodyOf?: (values: V) => object;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
  children: ReactNode;
}) {
  const act = useMutationAction<{ id: string }>(...nouns);
  const send = async (given: V) => {
    const made = await act.mutateAsync({ path, body: bodyOf(given) });
    notify.done("Saved", title);
    onClose();
    onDone?.(made);
  };
  return (
    <FormDialog<V>
      title={title}
      description={description}
      className="dialog dialog-wide"
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** A field of an action's dialog with choices. */
export function ActionChoice({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select name={name} className="field-control">
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
