import { useState } from "react";
import { FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Point } from "./geometry.model.ts";
import type { SheetDetail } from "./plan.model.ts";

type Of = { sheet: SheetDetail; onClose: () => void };
const nouns = ["plan-sets", "measurements"] as const;

/** Corrects what the title block proposed. */
export function NameDialog({ sheet, onClose }: Of) {
  const [values] = useState({ number: sheet.number, title: sheet.title });
  return (
    <PostDialog
      title="Number and title"
      description="Where an earlier issue has this number, the sheet becomes its next revision."
      method="PATCH"
      path={`/api/v1/plan-sheets/${sheet.id}`}
      version={sheet.version}
      submit="Save"
      values={values}
      nouns={nouns}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="number" label="Number" required />
        <TextField name="title" label="Title" />
      </FormRow>
    </PostDialog>
  );
}

const cornersOf = ([from, to]: readonly Point[], box: readonly number[]) => ({
  left: String(from?.[0] ?? box[0]),
  foot: String(from?.[1] ?? box[1]),
  right: String(to?.[0] ?? box[2]),
  top: String(to?.[1] ?? box[3]),
});

/** Adds a part of the sheet that has a scale of its own, such as a detail. */
export function PartDialog({
  sheet,
  marks,
  onClose,
  onDone,
}: Of & { marks: readonly Point[]; onDone: () => void }) {
  const [values] = useState({ name: "", ...cornersOf(marks, sheet.box) });
  return (
    <PostDialog<typeof values>
      title="Add a part of the sheet"
      description="A detail or profile with a scale of its own. Its corners are in points of the page."
      path={`/api/v1/plan-sheets/${sheet.id}/viewports`}
      submit="Add the part"
      values={values}
      nouns={nouns}
      bodyOf={({ name, left, foot, right, top }) => ({
        name,
        box: [left, foot, right, top].map(Number),
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField name="name" label="Name" required />
      <FormRow>
        <QuantityField name="left" label="Left" required />
        <QuantityField name="foot" label="Foot" required />
        <QuantityField name="right" label="Right" required />
        <QuantityField name="top" label="Top" required />
      </FormRow>
    </PostDialog>
  );
}
