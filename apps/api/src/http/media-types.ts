export const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/i.test(type);
export const isYaml = (type: string): boolean => /^(application|text)\/(x-)?yaml\b/i.test(type);
