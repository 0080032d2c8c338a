import { Upload, type HttpRequest, type HttpResponse } from "tus-js-client";
import { currentSession, refreshSession } from "../../auth/session.ts";
import { api, refusalOf } from "../api.ts";
import type { StoredFile, UploadFor } from "./stored.ts";

type Standing = { id: string; size: number; offset: number };

const path = "/api/v1/uploads";
const pieceBytes = 8 * 1024 * 1024;
/** How long it waits before each further try, in milliseconds; what came between begins them anew. */
const waits = [0, 1_000, 3_000, 5_000, 10_000, ...Array<number>(90).fill(20_000)];

const signed = async (request: HttpRequest): Promise<void> => {
  const session = currentSession();
  if (session) request.setHeader("authorization", `Bearer ${session.access_token}`);
};
const refreshed = async (_request: HttpRequest, answer: HttpResponse): Promise<void> => {
  const session = currentSession();
  if (answer.getStatus() === 401 && session) await refreshSession(session.access_token);
};

/** Whether what went wrong passes by itself: the line, a session that ended, a server that restarts. */
const passes = (status: number): boolean =>
  status === 0 || status >= 500 || status === 409 || (status === 401 && currentSession() !== null);

const sendPieces = (url: string, file: File, onProgress: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: url,
      chunkSize: pieceBytes,
      retryDelays: waits,
      storeFingerprintForResuming: false,
      onBeforeRequest: signed,
      onAfterResponse: refreshed,
      onShouldRetry: ({ originalResponse }) => passes(originalResponse?.getStatus() ?? 0),
      onProgress: (sent, total) => onProgress(sent / total),
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = "originalResponse" in error ? error.originalResponse : null;
        reject(
          refusalOf(
            { status: answer?.getStatus() ?? 0, statusText: "The upload failed" },
            answer?.getBody() ?? "",
          ),
        );
      },
    });
    upload.start();
  });

/**
 * Sends a file in pieces, and goes on where it stood: behind a broken line by itself, behind a reload
 * once the same file is chosen again. Throws ApiProblem.
 */
export const uploadInPieces = async (
  file: File,
  onProgress: (share: number) => void,
  record?: UploadFor,
): Promise<StoredFile> => {
  const { name, size, lastModified } = file;
  const body = { name, size, mark: String(lastModified), ...record };
  const { id, offset } = await api<Standing>(path, { method: "POST", body });
  onProgress(offset / size);
  if (offset < size) await sendPieces(`${path}/${id}`, file, onProgress);
  return api<StoredFile>(`${path}/${id}/file`, { method: "POST" });
};
