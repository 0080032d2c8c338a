import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";

type Values = { files: { id: string }[]; name: string; source: string; asOf: string };

/** Imports the roads that vehicles drive. */
export function RoadsDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Import roads"
      description="The roads of a GeoJSON file take the place of those in force. Plans keep what they were solved on."
      path="/api/v1/road-layers"
      submit="Import"
      values={{ files: [], name: "", source: "", asOf: "" }}
      nouns={["road-layers"]}
      bodyOf={({ files, ...given }) => ({
        ...given,
        asOf: given.asOf || null,
        fileId: files[0]?.id ?? null,
      })}
      onClose={onClose}
    >
      <FileDrop
        name="files"
        label="GeoJSON file"
        accept=".geojson,.json"
        multiple={false}
        required
        hint="Lines in WGS 84, with columns name, speed_mph (or maxspeed) and oneway. Roads meet where their lines share a position."
      />
      <FormRow>
        <TextField name="name" label="Name of the layer" required maxLength={120} />
        <DateField name="asOf" label="Roads as of" required />
      </FormRow>
      <TextField name="source" label="Source" hint="Such as: county GIS" maxLength={300} />
    </PostDialog>
  );
}
