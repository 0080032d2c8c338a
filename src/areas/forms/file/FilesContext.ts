import { createContext, use } from "react";
import { api, readBytes, saveFile } from "#web/kit/api.ts";
import type { FormFile } from "./file.model.ts";

/** Where files of answers are put and read: by a session, or with a visitor's key. */
export type FileDoor = {
  /** Null where nothing is uploaded: in the builder's preview, or where answers are only read. */
  upload: ((file: File, question: string) => Promise<FormFile>) | null;
  /** The file's bytes, or with a size those of a JPEG of its picture. */
  read: (id: string, size?: "small" | "large") => Promise<Uint8Array<ArrayBuffer>>;
  /** Pictures stay as the camera made them; else place and time are taken off. */
  originals?: boolean;
};

const closed = () => Promise.reject(new Error("Files are not read here."));
/** Nothing is uploaded and nothing read. */
export const noDoor: FileDoor = { upload: null, read: closed };

const Context = createContext<{ door: FileDoor; files: readonly FormFile[] }>({
  door: noDoor,
  files: [],
});
export const FilesProvider = Context;
export const useFormFiles = () => use(Context);

const put = (path: string, file: File, said: Readonly<Record<string, string>>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(said)) body.append(name, value);
  body.append("file", file);
  return api<FormFile>(path, { method: "POST", body });
};
const sized = (path: string, size?: string) => (size ? `${path}?size=${size}` : path);

/** Files of somebody who is signed in; `path` is the endpoint, `formId` null where one only reads. */
export const doorOf = (path: string, formId: string | null): FileDoor => ({
  upload: formId === null ? null : (file, question) => put(path, file, { formId, question }),
  read: (id, size) => readBytes(sized(`${path}/${id}`, size)),
});

/** Files of a visitor; `begin` gives the id and the key of the submission, once it is needed. */
export const visitorsDoor = (
  slug: string,
  formId: string,
  begin: () => Promise<{ id: string; key: string }>,
): FileDoor => {
  const path = `/api/v1/public/forms/${slug}`;
  return {
    upload: async (file, question) =>
      put(`${path}/files`, file, { formId, question, ...(await begin()) }),
    read: async (fileId, size) =>
      readBytes(`${path}/file`, { ...(await begin()), fileId, ...(size ? { size } : {}) }),
  };
};

/** Hands a file to whoever asked for it. */
export const saveFormFile = async (door: FileDoor, { id, name }: FormFile): Promise<void> =>
  saveFile(new Blob([await door.read(id)]), name);
