import { useFormContext } from "react-hook-form";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { PunchDetail } from "./punch.model.ts";

type Of = { item: PunchDetail; onClose: () => void };
const nouns = ["punch-items", "projects"];

/** Says that an item is done, and shows it. */
export function FinishDialog({ item, onClose }: Of) {
  return (
    <PostDialog<{ photos: StoredFile[]; note: string }>
      title="Say it is done"
      description="Another person looks at it and verifies it."
      path={`/api/v1/punch-items/${item.id}/actions/finish`}
      submit="It is done"
      values={{ photos: [], note: "" }}
      nouns={nouns}
      version={item.version}
      bodyOf={({ photos, note }) => ({ photoFileIds: photos.map(({ id }) => id), note })}
      onClose={onClose}
    >
      <FileDrop
        name="photos"
        label="Photo of what was done"
        accept="image/*"
        capture="environment"
        most={20}
        required
      />
      <TextArea name="note" label="What was done" rows={2} maxLength={1000} />
    </PostDialog>
  );
}

function Choices({ item }: { item: PunchDetail }) {
  const { register } = useFormContext();
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label">Photos</legend>
      {item.photos.map((photo) => (
        <label key={photo.id} className="check">
          <input type="checkbox" value={photo.id} {...register("fileIds")} />
          <span>{photo.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Chooses the photos that may be published. */
export function PublishDialog({ item, onClose }: Of) {
  const chosen = item.photos.filter((photo) => photo.public).map(({ id }) => id);
  return (
    <PostDialog<{ fileIds: string[] }>
      title="Photos for publication"
      description="A photo that is not chosen is private."
      path={`/api/v1/punch-items/${item.id}/actions/publish`}
      submit="Save the choice"
      values={{ fileIds: chosen }}
      nouns={nouns}
      version={item.version}
      onClose={onClose}
    >
      <Choices item={item} />
    </PostDialog>
  );
}
