import { currentSession, refreshSession } from "../auth/session.ts";
import { ApiProblem } from "./api.ts";

const bearer = () => `Bearer ${currentSession()?.access_token ?? ""}`;
const problemOf = (status: number, text: string): ApiProblem => {
  try {
    return new ApiProblem(status, JSON.parse(text) as Record<string, unknown>);
  } catch {
    return new ApiProblem(status, {
      title: "Request failed",
      detail: status
        ? `The server answered ${status}.`
        : "The server cannot be reached. Try again when the connection is back.",
    });
  }
};

const put = (path: string, bytes: Uint8Array<ArrayBuffer>, onProgress: (part: number) => void) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    // fetch tells nothing about an upload on its way.
    const request = new XMLHttpRequest();
    request.open("PUT", path);
    request.setRequestHeader("authorization", bearer());
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) =>
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onloadend = () => resolve({ status: request.status, text: request.responseText });
    request.send(bytes);
  });

/**
 * Sends bytes to our API; `onProgress` hears how much of it (0 … 1) has left. Answers the JSON.
 * Throws ApiProblem.
 */
export const sendBytes = async <T>(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (part: number) => void,
): Promise<T> => {
  let answer = await put(path, bytes, onProgress);
  if (answer.status === 401 && (await refreshSession(currentSession()?.access_token ?? "")))
    answer = await put(path, bytes, onProgress);
  if (answer.status < 200 || answer.status > 299) throw problemOf(answer.status, answer.text);
  return JSON.parse(answer.text) as T;
};

/** Saves bytes or text as a file of this device. */
export const saveFile = (
  name: string,
  content: Uint8Array<ArrayBuffer> | string,
  type = "application/octet-stream",
): void => {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([content], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
