/**
 * Text that Postgres takes: NUL characters and halves of surrogate pairs become U+FFFD. For what came from a desktop and has to
 * be kept whatever it is (a window can have any title); what callers send is refused instead.
 */
export const storableText = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, "\ufffd");
