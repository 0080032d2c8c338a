import type { ReactNode } from "react";
import { FormDialog } from "./FormDialog.tsx";
import { useMutationAction } from "../queries.ts";
import { notify } from "../Toasts.tsx";

/** A dialog with one form that is sent to an address; `nouns` are read anew afterwards. */
export function PostDialog<V extends object>({
  title,
  description,
  path,
  submit,
  values,
  nouns,
  version,
  method = "POST",
  bodyOf = (given) => given,
  onClose,
  onDone,
  children,
}: {
  title: string;
  description?: string;
  path: string;
  submit: string;
  values: V;
  nouns: readonly string[];
  version?: number;
  method?: "POST" | "PUT" | "PATCH";
  bodyOf?: (values: V) => object;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
  children: ReactNode;
}) {
  const act = useMutationAction<{ id: string }>(...nouns);
  return (
    <FormDialog<V>
      title={title}
      {...(description ? { description } : {})}
      className="dialog dialog-wide"
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={async (given) => {
        const made = await act.mutateAsync({
          method,
          path,
          body: bodyOf(given),
          ...(version === undefined ? {} : { version }),
        });
        notify.done("Saved", title);
        onClose();
        onDone?.(made);
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
