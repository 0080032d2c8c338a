/** The shortest passphrase of a store, in characters. */
export const leastCharacters = 10;
export const tooShort = `The passphrase has at least ${leastCharacters} characters: three or four words.`;
