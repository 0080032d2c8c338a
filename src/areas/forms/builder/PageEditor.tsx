import { Plus } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { TextField } from "#web/kit/form/fields.tsx";
import { FieldEditor, Move } from "./FieldEditor.tsx";
import { newField, newSection, type BuilderValues } from "./formValues.ts";

const keysOf = (values: BuilderValues): string[] =>
  values.pages.flatMap((page) =>
    page.sections.flatMap((section) => section.fields.map((field) => field.key)),
  );

type Order = {
  length: number;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
};
const movesAt = (at: number, { length, move, remove }: Order, least: number) => ({
  up: at > 0 ? () => move(at, at - 1) : null,
  down: at < length - 1 ? () => move(at, at + 1) : null,
  remove: length > least ? () => remove(at) : null,
});

function Section({ base, moves }: { base: string; moves: ReturnType<typeof movesAt> }) {
  const { getValues } = useFormContext<BuilderValues>();
  const { fields, append, move, remove } = useFieldArray({ name: `${base}.fields` });
  const title = useWatch({ name: `${base}.title` }) as string;
  const order = { length: fields.length, move, remove };
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 truncate">{title || "Section"}</h3>
        <Move what={title || "section"} moves={moves} />
      </div>
      <TextField name={`${base}.title`} label="Heading of the section" maxLength={200} />
      <TextField name={`${base}.help`} label="What helps here" maxLength={1000} />
      {fields.map((field, at) => (
        <FieldEditor key={field.id} base={`${base}.fields.${at}`} moves={movesAt(at, order, 0)} />
      ))}
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => append(newField(keysOf(getValues())))}
      >
        <Plus aria-hidden="true" />
        Add a question
      </button>
    </div>
  );
}

function Page({ base, moves }: { base: string; moves: ReturnType<typeof movesAt> }) {
  const { getValues } = useFormContext<BuilderValues>();
  const { fields, append, move, remove } = useFieldArray({ name: `${base}.sections` });
  const title = useWatch({ name: `${base}.title` }) as string;
  const order = { length: fields.length, move, remove };
  return (
    <section className="form-section">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate">{title || "Page"}</h2>
        <Move what={title || "page"} moves={moves} />
      </div>
      <TextField name={`${base}.title`} label="Name of the page" required maxLength={200} />
      {fields.map((field, at) => (
        <Section key={field.id} base={`${base}.sections.${at}`} moves={movesAt(at, order, 1)} />
      ))}
      <button
        type="button"
        className="btn btn-quiet justify-self-start"
        onClick={() => append(newSection(keysOf(getValues())))}
      >
        Add a section
      </button>
    </section>
  );
}

/** The pages of a form, their sections and questions: added, named, moved and taken out. */
export function PageEditor() {
  const { getValues } = useFormContext<BuilderValues>();
  const { fields, append, move, remove } = useFieldArray<BuilderValues>({ name: "pages" });
  const order = { length: fields.length, move, remove };
  return (
    <>
      {fields.map((field, at) => (
        <Page key={field.id} base={`pages.${at}`} moves={movesAt(at, order, 1)} />
      ))}
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() =>
          append({
            title: `Page ${fields.length + 1}`,
            sections: [newSection(keysOf(getValues()))],
          })
        }
      >
        <Plus aria-hidden="true" />
        Add a page
      </button>
    </>
  );
}
