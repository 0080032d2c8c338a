import { open } from "node:fs/promises";

/** Waits until the disk holds a folder's names: until then a file renamed into it may be gone. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
