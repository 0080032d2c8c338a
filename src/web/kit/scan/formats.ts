/** Codes that labels bear: ours, of vendors and of carriers. */
export const formats = [
  "qr_code",
  "code_128",
  "code_39",
  "data_matrix",
  "ean_13",
  "ean_8",
  "itf",
  "upc_a",
] as const;
