// The association files of the folder Associations, as contained in the scenarios; a test compares the two.

extension String {
    /// `Associations/example.com.json`: the modern form, with an exclusion, a query and a case-insensitive path.
    static let exampleAssociation = #"""
        {
          "applinks": {
            "details": [
              {
                "appIDs": ["ABCDE12345.com.example.door"],
                "components": [
                  {"/": "/door/help/*", "exclude": true, "comment": "the manual is a web page"},
                  {"/": "/visit", "?": {"mode": "guest"}},
                  {"/": "/gate/*", "caseSensitive": false},
                  {"/": "/door/*"}
                ]
              },
              {
                "appIDs": ["ABCDE12345.com.example.shop"],
                "components": [{"/": "*"}]
              }
            ]
          }
        }

        """#

    /// `Associations/shop.example.com.json`: the older form, with paths only.
    static let shopAssociation = #"""
        {
          "applinks": {
            "apps": [],
            "details": [
              {
                "appID": "ABCDE12345.com.example.door",
                "paths": ["NOT /door/private/*", "/door/*"]
              }
            ]
          }
        }

        """#
}
