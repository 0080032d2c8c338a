import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Dialog } from "../overlays.tsx";
import { Form, type FormProps } from "./Form.tsx";

/**
 * A dialog that is one form. `onSubmit` sends it and closes it; what it throws is shown at its fields,
 * and it stays open. No draft is kept of it.
 */
export function FormDialog<V extends FieldValues>({
  title,
  description,
  className,
  onClose,
  ...form
}: Omit<FormProps<V>, "formKey" | "onCancel"> & {
  title: string;
  description?: ReactNode;
  className?: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={title}
      {...(description && { description })}
      {...(className && { className })}
      onClose={onClose}
    >
      <Form<V> formKey={null} {...form} onCancel={onClose} />
    </Dialog>
  );
}
