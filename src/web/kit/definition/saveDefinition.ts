import type { DefinitionFile, DefinitionHead } from "#kernel/definition.ts";
import { api } from "../api.ts";
import { saveFile } from "../bytes.ts";
import { notify } from "../Toasts.tsx";

/** Saves a version as a file that any agency can import. `path`: the kind's address in the API. */
export const saveDefinition = async (
  path: string,
  { id, name, versionNo }: Pick<DefinitionHead, "id" | "name" | "versionNo">,
): Promise<void> => {
  try {
    const file = await api<DefinitionFile>(`${path}/${id}/file`);
    const stem = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "definition";
    saveFile(
      `${stem}-v${versionNo}.json`,
      `${JSON.stringify(file, null, 2)}\n`,
      "application/json",
    );
  } catch (error) {
    notify.failed("The file was not made", error);
  }
};
