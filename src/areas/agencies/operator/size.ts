const mib = 1_048_576;

/** Bytes as people read them: MB, from a thousand of them GB. */
export const shownBytes = (bytes: number): string => {
  const megabytes = bytes / mib;
  return megabytes < 1000
    ? `${Math.round(megabytes).toLocaleString("en-US")} MB`
    : `${(megabytes / 1024).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`;
};
