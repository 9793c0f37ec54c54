/** The page on which a user creates API tokens. */
export const tokenPage = 'https://id.atlassian.com/manage-profile/security/api-tokens';
