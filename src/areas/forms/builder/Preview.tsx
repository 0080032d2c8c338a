import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { createPortal } from "react-dom";
import { usualCalendar } from "#kernel/business-days.ts";
import { useDays } from "#web/kit/days.ts";
import { formChecks } from "../form/check.model.ts";
import { FormFiller } from "../filling/FormFiller.tsx";
import { inputOf, previewOf, sizeOf, type BuilderValues } from "./formValues.ts";

const nothing = {};

/**
 * The form as a phone shows it, with what must be mended before it is published. Drawn beside the
 * builder's own form: one form cannot stand in another.
 */
export function Preview({ into }: { into: HTMLElement | null }) {
  const values = useWatch<BuilderValues>() as BuilderValues;
  const text = JSON.stringify(inputOf(values));
  const form = useMemo(() => JSON.parse(text) as ReturnType<typeof inputOf>, [text]);
  const shown = useMemo(() => previewOf(form), [form]);
  const { today } = useDays();
  const wrong = formChecks(form).filter((check) => !check.ok);
  if (!into) return null;
  return createPortal(
    <>
      <p className="text-13 text-t3">{sizeOf(form)}</p>
      <div className="panel">
        <div className="panel-body">
          <p className="font-medium">{form.name || "New form"}</p>
          <FormFiller
            key={text}
            form={shown}
            times={{ today: today(), calendar: usualCalendar }}
            begun={nothing}
            draftKey={null}
            sendLabel="Send (not from here)"
            onSend={() => Promise.reject(new Error("This is a preview: nothing is sent."))}
          />
        </div>
      </div>
      {wrong.length > 0 && (
        <div className="grid gap-2">
          <h3>Before it is published</h3>
          <ul className="checks" aria-label="What must be mended">
            {wrong.slice(0, 12).map((check) => (
              <li key={check.path + check.sentence} className="warn">
                {check.sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>,
    into,
  );
}
