import { useState } from "react";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { Vertex } from "#kernel/geo/area.ts";
import { counted } from "#kernel/words.ts";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

type Values = { name: string; reason: string; fromOn: string; untilOn: string; road: string };

const drawnOf = (corners: readonly Vertex[]) =>
  corners.length < 2
    ? []
    : [
        {
          ...{ id: "drawn", label: "The closed surface", tone: "drawn" as const },
          area: { polygons: [[[...corners, corners[0]!]]], circles: [] },
        },
      ];

/** Announces that a road or a surface is closed from a day on. */
export function ClosureDialog({ onClose }: { onClose: () => void }) {
  const [corners, setCorners] = useState<readonly Vertex[]>([]);
  return (
    <PostDialog<Values>
      title="Close a road"
      description="Plans of these days drive around it. What was solved before is solved again by whoever plans."
      path="/api/v1/road-closures"
      submit="Close it"
      values={{ name: "", reason: "", fromOn: "", untilOn: "", road: "" }}
      nouns={["road-closures", "route-plans"]}
      bodyOf={(given) => ({
        ...given,
        fromOn: given.fromOn || null,
        untilOn: given.untilOn || null,
        corners: given.road ? [] : corners,
      })}
      onClose={onClose}
    >
      <TextField name="name" label="What is closed" required maxLength={160} />
      <FormRow>
        <DateField name="fromOn" label="From" required />
        <DateField name="untilOn" label="Through" />
      </FormRow>
      <TextField name="reason" label="Why" maxLength={300} />
      <TextField
        name="road"
        label="Road"
        hint="As the imported layer names it; or leave it empty and press the corners of the surface on the map"
        maxLength={120}
      />
      <AgencyMap
        label="Corners of what is closed"
        areas={drawnOf(corners)}
        points={corners.map(([longitude, latitude], at) => ({
          ...{ id: String(at), label: `Corner ${at + 1}`, about: "Corner", href: null },
          ...{ longitude, latitude, accuracy: 30 },
        }))}
        onPlace={({ latitude, longitude }) => setCorners([...corners, [longitude, latitude]])}
        alone
      />
      <p className="flex flex-wrap items-center gap-2 text-13 text-t2">
        {counted(corners.length, "corner")}
        {corners.length > 0 && (
          <button
            type="button"
            className="btn btn-small"
            onClick={() => setCorners(corners.slice(0, -1))}
          >
            Take the last one back
          </button>
        )}
      </p>
    </PostDialog>
  );
}
