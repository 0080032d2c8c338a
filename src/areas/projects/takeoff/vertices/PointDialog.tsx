import { useState } from "react";
import { ApiProblem } from "#web/kit/api.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { pointsOf, typedPoints } from "../draft.model.ts";
import type { Point } from "../geometry.model.ts";

/** Places the chosen point by typed coordinates. */
export function PointDialog({
  point,
  onPlace,
  onClose,
}: {
  point: Point;
  onPlace: (to: Point) => void;
  onClose: () => void;
}) {
  const [values] = useState({ at: typedPoints([point]) });
  return (
    <FormDialog<{ at: string }>
      title="Type where the point is"
      defaultValues={values}
      submitLabel="Place the point"
      onSubmit={({ at }) => {
        const [to, ...more] = pointsOf(at) ?? [];
        const message = "Enter one point as x, y, such as 294.5, 150.";
        if (!to || more.length > 0)
          throw new ApiProblem(422, { detail: message, errors: [{ path: "at", message }] });
        onPlace(to);
        onClose();
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      <TextField
        name="at"
        label="Point"
        hint="In points of the page from its lower left corner: x, y"
        required
      />
    </FormDialog>
  );
}
