import { fieldsOf, type Asked, type FormField } from "#areas/forms/forms.public.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { InspectionDetail } from "./inspection.model.ts";

const inWords = (field: FormField, value: unknown): string => {
  if (value === undefined || value === null || value === "") return "";
  if (field.kind === "choice")
    return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field.kind === "photo")
    return Array.isArray(value) ? `${value.length} ${value.length === 1 ? "photo" : "photos"}` : "";
  if (field.kind === "signature") return "Signed";
  return typeof value === "number" ? value.toLocaleString("en-US") : String(value as string);
};

/** What was answered, item by item. */
export function AnswerList({ inspection: i }: { inspection: InspectionDetail }) {
  const fields = fieldsOf({ pages: i.pages as Asked["pages"] });
  const failed = new Set(i.findings.map((f) => f.itemKey));
  return (
    <Panel title="Answers">
      <Facts>
        {fields.map((field) => {
          const said = inWords(field, i.answers[field.key]);
          if (!said) return null;
          return (
            <Fact key={field.key} label={field.label}>
              <span className={failed.has(field.key) ? "font-semibold text-danger" : ""}>
                {said}
              </span>
            </Fact>
          );
        })}
      </Facts>
    </Panel>
  );
}
