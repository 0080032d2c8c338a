import type { ReactNode } from "react";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/** A small form of a contract's page in a dialog: it sends what `bodyOf` makes of the values. */
export function SendDialog<V extends object>({
  title,
  description,
  submit,
  path,
  version,
  values,
  bodyOf,
  wide,
  onClose,
  children,
}: {
  title: string;
  description: string;
  submit: string;
  path: string;
  version?: number;
  values: V;
  bodyOf: (values: V) => object;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const act = useMutationAction("contracts", "obligations", "certificates");
  const send = async (given: V) => {
    await act.mutateAsync({
      path,
      body: bodyOf(given),
      ...(version === undefined ? {} : { version }),
    });
    notify.done("Saved");
    onClose();
  };
  return (
    <FormDialog<V>
      title={title}
      description={description}
      {...(wide ? { className: "dialog dialog-wide" } : {})}
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
