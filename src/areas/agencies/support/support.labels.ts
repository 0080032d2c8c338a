/** An area as people call it: `vendor-portal` is "Vendor portal". */
export const areaLabel = (name: string): string => {
  const words = name.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
