import { Camera, ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useState, type ChangeEvent } from "react";
import { counted } from "#kernel/words.ts";
import { dropPhotos, keepPhoto, photoFile, photosOf, type HeldPhoto } from "../../store/photos.ts";
import { isFull } from "../../store/rows.ts";
import { fieldNow } from "../../store/state.ts";

const mostPhotos = 20;
const noRoom = "This device has no room for another photo. What you type is still saved.";

/** The photos of a draft, and how one is added or taken away. */
const usePhotos = (draft: string) => {
  const [photos, setPhotos] = useState<readonly HeldPhoto[]>([]);
  const [said, setSaid] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    const { open } = fieldNow();
    let here = true;
    if (open) void photosOf(open, draft).then((found) => here && setPhotos(found));
    return () => {
      here = false;
    };
  }, [draft, revision]);
  const add = async (files: readonly File[]) => {
    const { open } = fieldNow();
    setSaid(null);
    try {
      for (const file of files) if (open) await keepPhoto(open, draft, file);
    } catch (error) {
      setSaid(isFull(error) || !(error instanceof Error) ? noRoom : error.message);
    }
    setRevision((old) => old + 1);
  };
  const remove = async (id: string) => {
    const { open } = fieldNow();
    if (open) await dropPhotos(open, [id]);
    setRevision((old) => old + 1);
  };
  return { photos, said, add, remove };
};

function Shown({ held, onRemove }: { held: HeldPhoto; onRemove: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const { open } = fieldNow();
    let made: string | null = null;
    let here = true;
    if (open)
      void photoFile(open, held).then((file) => {
        if (!file || !here) return;
        made = URL.createObjectURL(file);
        setAddress(made);
      });
    return () => {
      here = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [held]);
  return (
    <li className="field-photo">
      {address && <img src={address} alt={held.photo.name} />}
      <button
        type="button"
        className="btn btn-icon"
        aria-label={`Take away ${held.photo.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </button>
    </li>
  );
}

/** Photos beside a form: by the device's camera in its full size, or picked. */
export function Photos({ draft, hint }: { draft: string; hint?: string }) {
  const { photos, said, add, remove } = usePhotos(draft);
  const taken = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])].slice(0, mostPhotos - photos.length);
    event.target.value = "";
    void add(files);
  };
  return (
    <fieldset className="field">
      <legend>
        Photos<span className="optional"> (optional)</span>
      </legend>
      <p className="hint">
        {photos.length > 0 ? `${counted(photos.length, "photo")}. ` : ""}
        {hint ?? "Each stays as the camera made it."}
      </p>
      {said && (
        <p className="error" role="alert">
          {said}
        </p>
      )}
      <ul className="field-photos">
        {photos.map((held) => (
          <Shown key={held.id} held={held} onRemove={() => void remove(held.id)} />
        ))}
      </ul>
      {photos.length < mostPhotos && (
        <div className="flex flex-wrap gap-2">
          <label className="btn field-file">
            <Camera aria-hidden="true" />
            Take a photo
            <input
              type="file"
              accept="image/*"
              capture="environment"
              className="visually-hidden"
              onChange={taken}
            />
          </label>
          <label className="btn field-file">
            <ImagePlus aria-hidden="true" />
            Choose photos
            <input
              type="file"
              accept="image/*"
              multiple
              className="visually-hidden"
              onChange={taken}
            />
          </label>
        </div>
      )}
    </fieldset>
  );
}
